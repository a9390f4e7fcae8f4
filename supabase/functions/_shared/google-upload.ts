import { type Ask, getRetryDelay, backOff, LONGEST_WAIT_MS, isTemporary, getReason } from './google-responses.ts'

/** Chunk size. Google accepts multiples of 256 KiB. */
const CHUNK_BYTES = 4 * 1024 * 1024
/** Consecutive failures of a chunk before the copy waits for its next attempt. */
const MAX_FAILURES = 6

/** A chunk of a file; `isLast` tells Google the total length. */
type Chunk = { bytes: Uint8Array<ArrayBuffer>; from: number; isLast: boolean }

/**
 * Joins and cuts the content into chunks of one size in one buffer: a chunk is valid until the next is requested. The
 * last one is only returned after the content ended without a failure.
 */
export async function* getChunks(content: AsyncIterable<Uint8Array>, size = CHUNK_BYTES): AsyncGenerator<Chunk> {
  const bytes = new Uint8Array(size)
  let filled = 0
  let from = 0
  for await (const part of content) {
    for (let at = 0; at < part.length;) {
      if (filled === size) {
        yield { bytes, from, isLast: false }
        from += size
        filled = 0
      }
      const taken = part.subarray(at, at + size - filled)
      bytes.set(taken, filled)
      filled += taken.length
      at += taken.length
    }
  }
  yield { bytes: bytes.subarray(0, filled), from, isLast: true }
}

type Patience = {
  wait(ms: number): Promise<void>
  /** Milliseconds since 1970 after which it gives up. */
  until: number
}

/**
 * Sends a file to a resumable session of Google Drive, which stores what arrived: after a failure, asks for its
 * progress and resends the rest of the chunk.
 * @returns Google's response to the last chunk, or its rejection.
 * @throws when the content fails; then the session is cancelled, and nothing is stored.
 */
export async function sendInChunks(
  ask: Ask,
  session: string,
  chunks: AsyncIterable<Chunk>,
  patience: Patience,
): Promise<Response> {
  try {
    for await (const chunk of chunks) {
      const response = await sendChunk(ask, session, chunk, patience)
      if (response) {
        return response
      }
    }
    throw new Error('The file ended without a last chunk')
  } catch (error) {
    // oxlint-disable-next-line lamplight/no-unseen-failure -- Google deletes a session automatically after a week
    await ask(session, { method: 'DELETE', headers: { 'content-length': '0' } }).catch(() => null)
    throw error
  }
}

/** Sends one chunk until Google has all of it. Returns null if Google waits for the next one. */
async function sendChunk(ask: Ask, session: string, { bytes, from, isLast }: Chunk, { wait, until }: Patience) {
  const total = isLast ? String(from + bytes.length) : '*'
  let stored = 0
  let failures = 0
  /** After a failure the progress is unknown, so Google is queried before anything is resent. */
  let isKnown = true
  while (failures < MAX_FAILURES && Date.now() < until) {
    const rest = isKnown ? bytes.subarray(stored) : bytes.subarray(bytes.length)
    const range = rest.length > 0 ? `${from + stored}-${from + bytes.length - 1}` : '*'
    // oxlint-disable-next-line lamplight/no-unseen-failure -- a broken connection: Google is queried for the progress
    const response = await ask(session, put(`bytes ${range}/${total}`, rest)).catch(() => null)
    if (response === null || (response.status !== 308 && isTemporary(await getReason(response.clone())))) {
      failures += 1
      isKnown = false
      await wait(Math.min((response && getRetryDelay(response)) ?? backOff(failures), LONGEST_WAIT_MS))
      continue
    }
    if (response.status !== 308) {
      return response
    }
    await response.body?.cancel()
    const end = response.headers.get('range')?.match(/^bytes=0-(\d+)$/)?.[1]
    const arrived = (end === undefined ? 0 : Number(end) + 1) - from
    if (arrived < 0 || arrived > bytes.length) {
      throw new Error('Google Drive lost chunks that it had accepted; the copy starts again')
    }
    if (arrived === bytes.length && !isLast) {
      return null
    }
    failures = arrived > stored ? 0 : failures + 1
    stored = arrived
    isKnown = true
  }
  throw new Error('Google Drive does not accept the next chunk; it will be retried later')
}

const put = (range: string, body: Uint8Array<ArrayBuffer>) => ({ method: 'PUT', headers: { 'content-range': range }, body })
