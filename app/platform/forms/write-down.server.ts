import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** What became of a file on its way to the disk: its size in bytes and its SHA-256 in hexadecimal, or why it could not be written. */
export type WrittenDown = { failure: null; size: number; sha256: string } | { failure: NodeJS.ErrnoException }

/**
 * Writes a file of a form to `target` as it comes, and hashes it on the way. Never rejects: nobody may be waiting yet when the disk fails,
 * and a rejection that nobody waits for ends the process. What can no longer be written is read to its end all the same, because the
 * rest of the form comes behind it.
 */
export async function writeDown(file: Readable, target: string): Promise<WrittenDown> {
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
  // After an error this comes too, and changes nothing any more.
  writer.once('close', () => resolve(null))
  // A form that breaks off ends its file without an end, with an error or without one.
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
