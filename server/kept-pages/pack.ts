import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SentPage } from './kept-pages.ts'

// Both compress in threads of their own, not in the one that answers.
const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

/** Between quickest and smallest: the last step to 11 takes four times as long for one hundredth of the bytes. */
const QUALITY = 9

/** The ETag of a page. Weak, because both encodings share it. */
export function etagOf(body: Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Whether an If-None-Match header names this page. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (
    ifNoneMatch !== undefined &&
    (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((known) => known.trim().replace(/^(W\/)?/, 'W/') === etag))
  )
}

/** Compresses a page and writes its headers down as they are sent. */
export async function packed(
  body: Uint8Array,
  answer: Headers,
  always: readonly (readonly [string, string])[],
): Promise<SentPage> {
  const [br, gz] = await Promise.all([
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    zipped(body, { level: 9 }),
  ])
  const headers = new Headers(answer)
  headers.append('vary', 'accept-encoding')
  for (const [name, value] of always) {
    headers.set(name, value)
  }
  return { etag: answer.get('etag') ?? etagOf(body), headers: [...headers].flat(), br, gzip: gz }
}
