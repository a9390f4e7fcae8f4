import fs from 'node:fs/promises'
import path from 'node:path'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import type { Picture } from '#app/services/pictures.ts'
import { isMissing } from '../missing-file.ts'

const endings = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/**
 * Caches pictures in a directory, by version, up to a number of bytes. The oldest are removed first. If the directory fails, nothing is
 * cached.
 */
export class StoredPictures {
  readonly #directory: string
  readonly #maxBytes: number
  #bytes: Promise<number>

  constructor(directory: string, maxBytes: number) {
    this.#directory = directory
    this.#maxBytes = maxBytes
    this.#bytes = fs
      .mkdir(directory, { recursive: true, mode: 0o700 })
      .then(() => this.#list())
      .then((files) => files.reduce((sum, { size }) => sum + size, 0))
      .catch(orLog('Could not cache share pictures', 0))
  }

  async find(version: string): Promise<Picture | null> {
    for (const [type, ending] of Object.entries(endings)) {
      const bytes = await fs
        .readFile(path.join(this.#directory, `${version}.${ending}`))
        .catch(unlessMissing('A kept picture could not be read', null))
      if (bytes) {
        return { bytes: new Uint8Array(bytes), type: type as Picture['type'] }
      }
    }
    return null
  }

  async keep(version: string, { bytes, type }: Picture): Promise<void> {
    const file = path.join(this.#directory, `${version}.${endings[type]}`)
    try {
      // The directory exists once this resolves.
      await this.#bytes
      // The file is written under another name and renamed, because the process may end while writing and another may
      // read.
      await fs.writeFile(`${file}.${process.pid}.part`, bytes, { mode: 0o600 })
      await fs.rename(`${file}.${process.pid}.part`, file)
      this.#bytes = this.#bytes.then((sum) => sum + bytes.byteLength)
      if ((await this.#bytes) > this.#maxBytes) {
        this.#bytes = this.#evict()
        await this.#bytes
      }
    } catch (error) {
      logFailure('Could not cache a picture', error)
    }
  }

  /** Removes the oldest until three quarters are left, and returns the remaining bytes. */
  async #evict(): Promise<number> {
    const files = (await this.#list().catch(unlessMissing('The kept pictures could not be listed', []))).toSorted(
      (one, other) => one.written - other.written,
    )
    let sum = files.reduce((bytes, { size }) => bytes + size, 0)
    for (const { file, size } of files) {
      if (sum <= this.#maxBytes * 0.75) {
        break
      }
      await fs.rm(file, { force: true })
      sum -= size
    }
    return sum
  }

  async #list(): Promise<{ file: string; size: number; written: number }[]> {
    const names = await fs.readdir(this.#directory)
    const files = await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#directory, name)
        const stat = await fs.stat(file).catch(unlessMissing('A kept picture could not be looked at', null))
        return stat?.isFile() ? [{ file, size: stat.size, written: stat.mtimeMs }] : []
      }),
    )
    return files.flat()
  }
}

/** Returns a handler that ignores missing files, because the directory may be emptied at any time. */
function unlessMissing<T>(what: string, instead: T): (error: unknown) => T {
  return (error) => (isMissing(error) ? instead : orLog(what, instead)(error))
}
