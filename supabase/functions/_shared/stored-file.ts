import { fileTypeFromStream } from 'file-type'
import { getAcceptedFile, MAX_FILE_BYTES } from './accepted-files.ts'
import { projectKeys } from './caller.ts'
import { scanDocument } from './file-content.ts'
import { hashedOnItsWay, hashFile } from './file-hash.ts'

/**
 * Opens the stored file of an upload as a stream: supabase-js would read all of it into memory.
 * @throws if the storage rejects the request.
 */
async function openStored(path: string): Promise<ReadableStream<Uint8Array>> {
  const { url, secret } = projectKeys()
  const address = path.split('/').map(encodeURIComponent).join('/')
  const response = await fetch(`${url}/storage/v1/object/material-uploads/${address}`, {
    headers: { apikey: secret, authorization: `Bearer ${secret}` },
  })
  if (!response.ok || !response.body) {
    throw new Error(
      `Could not read the stored file: the storage responded ${response.status} ${(await response.text()).slice(0, 200)}`,
    )
  }
  return response.body
}

/** Reads a stored file: its SHA-256 (hexadecimal), and whether it is a document of the kind of its extension. */
export async function inspectStored(path: string): Promise<{ sha256: string; fits: boolean }> {
  const accepted = getAcceptedFile(path)
  if (!accepted) {
    return { sha256: await hashFile(bounded(await openStored(path))), fits: false }
  }
  // oxlint-disable-next-line lamplight/no-unseen-failure -- a file that the reader cannot parse does not match its name
  const type = await fileTypeFromStream(await openStored(path)).catch(() => undefined)
  const scan = scanDocument(accepted)
  const sha256 = await hashFile(bounded(await openStored(path), scan.add))
  return { sha256, fits: type?.mime === accepted.content && scan.isDocument() }
}

/** The stored file differs from a moment ago, or from the uploaded one. */
export class HashMismatchError extends Error {
  /** Hash of the currently stored file. */
  readonly sha256: string
  constructor(sha256: string) {
    super('the stored file is not the one that was sent')
    this.sha256 = sha256
  }
}

/**
 * Yields the chunks of a stored file. The last one is only yielded if the whole file has this hash.
 * @throws {HashMismatchError} instead of yielding the last chunk.
 */
export async function* storedChunks(path: string, sha256: string): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | null = null
  let found = ''
  const chunks = hashedOnItsWay(bounded(await openStored(path)), (hash) => {
    found = hash
  })
  for await (const chunk of chunks) {
    if (held) {
      yield held
    }
    held = chunk
  }
  if (found !== sha256) {
    throw new HashMismatchError(found)
  }
  if (held) {
    yield held
  }
}

/** Limits the size, because a storage may have a larger file than its bucket allows. `onChunk` gets each chunk. */
async function* bounded(
  file: ReadableStream<Uint8Array>,
  onChunk: (piece: Uint8Array) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > MAX_FILE_BYTES) {
      throw new Error('the stored file is larger than 50 MiB')
    }
    onChunk(chunk)
    yield chunk
  }
}
