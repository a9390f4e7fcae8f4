import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/**
 * Writes a Brotli and a gzip copy of every text asset of the browser's build, at the best quality. Over plain HTTP
 * browsers accept only gzip.
 */
export function precompress(): Plugin {
  return {
    name: 'lamplight:precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle(options, bundle) {
      const directory = options.dir ?? '.'
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg|json)$/.test(name))
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(directory, name)
          const plain = await fs.readFile(file)
          await fs.writeFile(`${file}.br`, await inBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
          await fs.writeFile(`${file}.gz`, await inGzip(plain, { level: 9 }))
        }),
      )
    },
  }
}
