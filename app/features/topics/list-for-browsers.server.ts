import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Directory } from './queries.server.ts'

const compress = promisify(brotliCompress)
const compressed = new WeakMap<Directory, Promise<Buffer>>()

/**
 * Returns the whole list as JSON in brotli at the maximum level: one directory is sent many times, and the level for
 * pages (brotli 5) would make it a fifth larger.
 */
export function listForBrowsers(directory: Directory): Promise<Buffer> {
  const known = compressed.get(directory)
  if (known) {
    return known
  }
  const list = compress(JSON.stringify(directory.topics), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  })
  compressed.set(directory, list)
  return list
}
