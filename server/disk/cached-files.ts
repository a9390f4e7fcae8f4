import fs from 'node:fs/promises'
import path from 'node:path'
import { hasDiskSpace, isDiskFullError } from './disk-space.ts'

/**
 * Stores a file that can be generated again. The oldest ones are removed first, so that all together stay below
 * `maxBytes`.
 */
export async function storeInCache(
  directory: string,
  file: string,
  bytes: Uint8Array,
  maxBytes: number,
): Promise<'ok' | 'disk full'> {
  if (!(await hasDiskSpace(directory, bytes.byteLength))) {
    return 'disk full'
  }
  try {
    await fs.mkdir(directory, { recursive: true, mode: 0o700 })
    await removeOldest(directory, maxBytes - bytes.byteLength)
    await fs.writeFile(`${file}.part`, bytes, { mode: 0o600 })
    await fs.rename(`${file}.part`, file)
    return 'ok'
  } catch (error) {
    await fs.rm(`${file}.part`, { force: true })
    if (isDiskFullError(error)) {
      return 'disk full'
    }
    throw error
  }
}

async function removeOldest(directory: string, maxBytes: number): Promise<void> {
  const names = await fs.readdir(directory)
  const files = await Promise.all(
    names.map(async (name) => {
      const at = path.join(directory, name)
      const { size, mtimeMs } = await fs.stat(at)
      return { at, size, mtimeMs }
    }),
  )
  let sum = files.reduce((bytes, { size }) => bytes + size, 0)
  for (const { at, size } of files.toSorted((one, other) => one.mtimeMs - other.mtimeMs)) {
    if (sum <= maxBytes) {
      break
    }
    await fs.rm(at, { force: true })
    sum -= size
  }
}
