import { href } from 'react-router'
import { log } from '#app/platform/log/log.server.ts'
import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { orUnavailable } from '#app/platform/pages/unavailable.server.ts'
import { backendContext } from '#app/services/backend.server.ts'
import { referenceContext } from '#app/services/response.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

type Context = Readonly<RouterContextProvider>

/** A stored file as a stream, and its length in bytes if the storage states it. */
export type StoredFile = { body: ReadableStream<Uint8Array>; length: number | null }

/**
 * Opens the file of an upload with the user's own rights.
 * @returns null if it is missing or not allowed.
 * @throws if the storage failed.
 */
export async function openStoredFile(context: Context, user: CurrentUser, filePath: string): Promise<StoredFile | null> {
  const backend = context.get(backendContext)
  const address = filePath.split('/').map(encodeURIComponent).join(href('/'))
  const response = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${address}`, {
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${user.accessToken}` },
  })
  if (response.ok && response.body) {
    return { body: response.body, length: Number(response.headers.get('content-length')) || null }
  }
  await response.body?.cancel()
  if (response.status >= 500) {
    throw new Error(`Could not read a stored file: status ${response.status}`)
  }
  return null
}

/**
 * Forwards a stream and compares it with the hash of the sent file (docs/decisions/0024). The last chunk is lastChunk back
 * until everything is hashed, so a different file never arrives complete and the download visibly fails.
 * @param sha256 null if there is no hash; then nothing is compared.
 * @param onAnother receives the hash of a different file before the stream is aborted.
 */
export function onlyThisFile(
  file: ReadableStream<Uint8Array>,
  sha256: string | null,
  onAnother: (found: string) => Promise<void>,
): ReadableStream<Uint8Array> {
  if (sha256 === null) {
    return file
  }
  const hash = createHash('sha256')
  let lastChunk: Uint8Array | null = null
  return file.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        hash.update(chunk)
        if (lastChunk) {
          controller.enqueue(lastChunk)
        }
        lastChunk = chunk
      },
      async flush(controller) {
        const found = hash.digest('hex')
        if (found !== sha256) {
          await onAnother(found)
          throw new Error('The stored file is not the one that was sent')
        }
        if (lastChunk) {
          controller.enqueue(lastChunk)
        }
      },
    }),
  )
}

/**
 * Returns a stored file as a download, never displayed in our origin, and never another file than the one that was sent.
 * Null if it is missing or not allowed.
 * @param onAnother receives the hash of a different file before the stream is aborted.
 */
export async function downloadStoredFile(
  context: Context,
  user: CurrentUser,
  { path, name, sha256 }: { path: string; name: string; sha256: string | null },
  onAnother: (found: string) => Promise<void>,
): Promise<Response | null> {
  const stored = await orUnavailable(context, openStoredFile(context, user, path))
  if (!stored) {
    return null
  }
  const plain = name.replaceAll(/[^\w.-]+/g, '-')
  const headers = new Headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  if (stored.length !== null) {
    headers.set('content-length', String(stored.length))
  }
  return new Response(onlyThisFile(stored.body, sha256, onAnother), { headers })
}

/** Logs that the stored file of an upload is not the one that was sent. */
export function reportDifferentFile(context: Context, uploadId: string): void {
  log.error(
    { event: 'upload.file_mismatch', reference: context.get(referenceContext), uploadId },
    `The stored file of upload ${uploadId} is not the one that was sent, so it is not served`,
  )
}

/** The page for a user who requests such a file. */
export const differentFilePage = {
  title: 'This is not the file that was sent',
  text: 'The stored file is a different one, so we do not send it. Write to us about it.',
} as const
