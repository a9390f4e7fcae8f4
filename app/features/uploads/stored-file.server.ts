import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { backendContext, referenceContext } from '../../platform/process/backend.server.ts'
import type { Person } from '../../platform/session/session.server.ts'

type Context = Readonly<RouterContextProvider>

/** A stored file as it comes, and its length in bytes where the storage states it. */
export type StoredFile = { body: ReadableStream<Uint8Array>; length: number | null }

/**
 * Opens the file of an upload with the person's own rights.
 * @returns null when it is not there, or not for them.
 * @throws when the storage failed.
 */
export async function openStoredFile(context: Context, person: Person, filePath: string): Promise<StoredFile | null> {
  const backend = context.get(backendContext)
  const answer = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${filePath}`, {
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${person.accessToken}` },
  })
  if (answer.ok && answer.body) {
    return { body: answer.body, length: Number(answer.headers.get('content-length')) || null }
  }
  await answer.body?.cancel()
  if (answer.status >= 500) {
    throw new Error(`The storage answered ${answer.status}`)
  }
  return null
}

/** SHA-256 of a stream, hexadecimal, read to its end. */
export async function hashOfStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
  }
  return hash.digest('hex')
}

/**
 * The same stream, compared with the hash that was found when the file was sent (docs/decisions/0024). Its last piece is held back until all of it
 * has been hashed: a file that is another one never arrives whole, and whoever downloads it sees that it did not.
 * @param sha256 null where none was stated; then nothing is compared.
 * @param onAnother is told the hash that was found, before the stream breaks off.
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
  let held: Uint8Array | null = null
  return file.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        hash.update(piece)
        if (held) {
          controller.enqueue(held)
        }
        held = piece
      },
      async flush(controller) {
        const found = hash.digest('hex')
        if (found !== sha256) {
          await onAnother(found)
          throw new Error('The stored file is not the one that was sent')
        }
        if (held) {
          controller.enqueue(held)
        }
      },
    }),
  )
}

/** Says in the log that the stored file of an upload is another one than was sent. */
export function tellOfAnotherFile(context: Context, uploadId: string): void {
  console.error(
    `${context.get(referenceContext)}: the stored file of upload ${uploadId} is not the one that was sent; it is not given out`,
  )
}

/** What a person is told who asks for it. */
export const notTheOne = {
  title: 'This is not the file that was sent',
  text: 'What is stored now is another file, so it is not given out. Write to us about it.',
} as const
