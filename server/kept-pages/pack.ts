import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../http/encoding.ts'

// All of these work in threads of their own, not in the one that answers.
const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const zipped = promisify(gzip)

/** 1.5 ms of a thread for a page. */
const QUICK = 6
/** A tenth fewer bytes for 60 ms: only for pages that are asked for again. */
const SMALL = 11

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

/** A page compressed as quickly as one that nobody may ask for again deserves. */
export function packed(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? compressed(body, QUICK) : zipped(body)
}

/** A page in brotli, as small as it gets. */
export async function packedSmaller(br: Buffer): Promise<Buffer> {
  return compressed(await unbrotli(br), SMALL)
}

function compressed(body: Uint8Array, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
