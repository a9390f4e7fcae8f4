import { createHash } from 'node:crypto'

/** A file as it is read, piece by piece. */
type Pieces = AsyncIterable<Uint8Array>

/** Reads a file to its end and returns its SHA-256, hexadecimal. */
export async function hashFile(file: Pieces): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file) {
    hash.update(chunk)
  }
  return hash.digest('hex')
}

/** Passes the pieces of a file on. `told` gets its SHA-256, hexadecimal, and its size in bytes when all of it has gone by. */
export async function* hashedOnItsWay(file: Pieces, result: (sha256: string, bytes: number) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of file) {
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  result(hash.digest('hex'), bytes)
}
