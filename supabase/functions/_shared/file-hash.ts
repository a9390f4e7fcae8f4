import { createHash } from 'node:crypto'

/** Chunks of a file. */
type Pieces = AsyncIterable<Uint8Array>

/** Reads a file to its end and returns its SHA-256, hexadecimal. */
export async function hashFile(file: Pieces): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file) {
    hash.update(chunk)
  }
  return hash.digest('hex')
}

/** Passes the chunks of a file through. `result` receives its SHA-256 (hexadecimal) and size in bytes at the end. */
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
