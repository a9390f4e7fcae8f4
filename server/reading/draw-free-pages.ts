import { logFailure } from '#app/platform/process/failures.server.ts'
import sharp from 'sharp'
import * as v from 'valibot'
import { type Bounds, runBounded, usual } from './bounded-process.ts'
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
 * Draws the first pages of a PDF that consist of text which visitors read for free, in processes with bounds. No other
 * page is drawn.
 * @returns an empty list if no page is free, or the file cannot be read.
 */
export async function drawFreePages(file: string, freeText: string, bounds: Bounds = usual): Promise<FreePage[]> {
  const read = await runBounded('page-text-reader.ts', file, [String(PAGES_READ)], bounds)
  if ('failure' in read) {
    logFailure('Could not read the pages of a work', new Error(read.failure))
    return []
  }
  const free = findFreePages(v.parse(texts, read.message), freeText).slice(0, MAX_PICTURES)
  const bitmaps = free.length === 0 ? [] : await drawBitmaps(file, free, bounds)
  // Two programs may number the pages of a damaged file differently, so the drawn ones are checked too.
  if (
    bitmaps.length !== free.length ||
    findFreePages(
      bitmaps.map(({ text }) => text),
      freeText,
    ).length !== free.length
  ) {
    logFailure('Could not draw the free pages of a work', new Error('other pages were drawn'))
    return []
  }
  const pictures = await Promise.all(bitmaps.map(encode))
  return pictures.flatMap((picture, at) => (picture ? [{ page: (free[at] ?? 0) + 1, picture }] : []))
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
