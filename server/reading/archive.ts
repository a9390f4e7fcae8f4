import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'

/** Limit in bytes, more than the text of any work. Only a zip bomb exceeds it. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 10_000
/**
 * How many compressed bytes are inflated before the result is counted. Deflate expands them at most a thousand times.
 */
const CHUNK_BYTES = 16 * 1024

/** Thrown for an archive whose content is larger than any real work. */
export class ArchiveBombError extends Error {}

/** An Office file with a password is not an archive but a compound file with this entry, named in UTF-16. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Thrown for a file that opens only with a password. The name is that of the PDF library's error. */
export class PasswordError extends Error {
  override name = 'PasswordException'
}

/**
 * Returns the wanted entries of a zip archive, by name. The inflated bytes are counted, because an archive may state
 * wrong sizes. Only wanted entries are inflated.
 * @throws ArchiveBombError, PasswordError, or fflate's error when the input is not an archive.
 */
export function getEntries(archive: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  if (bytes.subarray(0, 8).equals(COMPOUND_FILE) && bytes.includes(ENCRYPTED)) {
    throw new PasswordError('The file is encrypted')
  }
  const entries = new Map<string, Uint8Array[]>()
  let inflated = 0
  let seen = 0
  let failure: Error | null = null
  const unzip = new Unzip((file) => {
    seen += 1
    if (seen > MAX_ENTRIES) {
      failure ??= new ArchiveBombError('The archive has too many entries')
    }
    if (!wanted(file.name) || entries.has(file.name)) {
      return
    }
    const chunks: Uint8Array[] = []
    entries.set(file.name, chunks)
    file.ondata = (error, chunk) => {
      inflated += chunk?.length ?? 0
      if (inflated > MAX_INFLATED_BYTES) {
        failure ??= new ArchiveBombError('The archive is larger than any real work')
      }
      if (failure ?? error) {
        failure ??= error
        file.terminate()
        return
      }
      chunks.push(chunk)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  for (let at = 0; at < archive.length && !failure; at += CHUNK_BYTES) {
    try {
      unzip.push(archive.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= archive.length)
    } catch (error) {
      failure ??= error as Error
    }
  }
  if (failure) {
    throw failure
  }
  return new Map([...entries].map(([name, chunks]) => [name, joined(chunks)]))
}

function joined(chunks: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Returns an entry's text; empty when it is missing. */
export function getText(entries: ReadonlyMap<string, Uint8Array>, name: string): string {
  return new TextDecoder().decode(entries.get(name))
}
