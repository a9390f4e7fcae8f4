import { log } from '#app/platform/log/log.server.ts'
import sharp from 'sharp'
import * as v from 'valibot'
import { type Bounds, type ProcessFailure, runBounded, usual } from './bounded-process.ts'
import { drawBitmaps } from './draw-pages.ts'
import type { DrawnBitmap } from './drawn-bitmap.ts'
import { findFreePages } from './free-pages.ts'

/** A picture of a page, as WebP. `page` counts from 1. */
export type FreePage = { page: number; picture: Uint8Array }

/** Number of pages that are read. At most 15 pages precede the first chapter, which has about 15. */
const PAGES_READ = 40
/** Maximum number of pictures of a work. Each costs a phone 20 to 50 kB. */
const MAX_PICTURES = 5
/** Pixels of a picture: an A4 page at the size of our own products' pictures. Other pages get white margins. */
const WIDTH = 480
const HEIGHT = 679
export const MAX_PICTURE_BYTES = 60_000
/** Qualities of WebP, tried in order until a picture is small enough. */
const QUALITIES = [40, 25, 10]

/** Message of the process that reads. It read a stranger's file, so the message is checked. */
const texts = v.array(v.string())

/**
 * Draws the first pages of a PDF that consist of text which visitors read for free, in processes with bounds.
 * Returns a picture of no other page.
 * @returns an empty list if no page is free, or the file is damaged or too large.
 * @throws when a later attempt may succeed.
 */
export async function drawFreePages(file: string, freeText: string, bounds: Bounds = usual): Promise<FreePage[]> {
  const read = await runBounded('page-text-reader.ts', file, [String(PAGES_READ)], bounds)
  if ('failure' in read) {
    return giveUp(read.failure)
  }
  const free = findFreePages(v.parse(texts, read.message), freeText).slice(0, MAX_PICTURES)
  if (free.length === 0) {
    return []
  }
  const drawn = await drawBitmaps(file, free, bounds)
  if ('failure' in drawn) {
    return giveUp(drawn.failure)
  }
  const { bitmaps } = drawn
  // Two programs may number the pages of a damaged file differently, so the drawn ones are checked too.
  const drawnFree = findFreePages(
    bitmaps.map(({ text }) => text),
    freeText,
  )
  if (bitmaps.length !== free.length || drawnFree.length !== free.length) {
    return giveUp('other pages were drawn')
  }
  const pictures = await Promise.all(bitmaps.map(encode))
  return pictures.flatMap((picture, at) => (picture ? [{ page: (free[at] ?? 0) + 1, picture }] : []))
}

/**
 * Logs why a file cannot be drawn.
 * @throws when a later attempt may succeed.
 */
function giveUp(failure: ProcessFailure | 'other pages were drawn'): [] {
  if (failure === 'not started' || failure === 'too slow') {
    throw new Error(failure)
  }
  log.warn({ event: 'pages.not_drawn' }, `The free pages of a work are not drawn: ${failure}`)
  return []
}

/** Returns a picture of the page, or null if it would be too large. */
async function encode({ width, height, data }: DrawnBitmap): Promise<Uint8Array | null> {
  const page = sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(WIDTH, HEIGHT, { fit: 'contain', background: 'white' })
  for (const quality of QUALITIES) {
    const picture = await page.clone().webp({ quality, effort: 6 }).toBuffer()
    if (picture.byteLength <= MAX_PICTURE_BYTES) {
      return picture
    }
  }
  return null
}
