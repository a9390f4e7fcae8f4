import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** The result of saving a file: its size in bytes and its SHA-256 in hexadecimal, or the error. */
export type SavedUpload = { failure: null; size: number; sha256: string } | { failure: NodeJS.ErrnoException }

/**
 * Streams a form's file to `target` and hashes it. Never rejects: when the disk fails, no caller may be awaiting this
 * promise yet, and an unhandled rejection ends the process. After a failure the file is still read to its end, because
 * the rest of the form follows it.
 */
export async function saveUpload(file: Readable, target: string): Promise<SavedUpload> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>()
  const hash = createHash('sha256')
  let size = 0
  const writer = createWriteStream(target, { mode: 0o600 })
  const count = (chunk: Buffer) => {
    size += chunk.length
    hash.update(chunk)
  }
  writer.on('error', (error) => {
    resolve(error)
    file.off('data', count)
    file.unpipe(writer)
    file.resume()
  })
  // This event also follows an error; it has no effect then.
  writer.once('close', () => resolve(null))
  // When a form breaks off, its file closes without the event 'end', and sometimes without an error.
  file.on('error', () => writer.destroy())
  file.once('close', () => {
    if (!writer.writableEnded) {
      writer.destroy()
    }
  })
  file.on('data', count)
  file.pipe(writer)
  const failure = await promise
  return failure ? { failure } : { failure, size, sha256: hash.digest('hex') }
}
