import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { DrawPage } from '#app/services/reading.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { type Bounds, type ProcessFailure, runBounded, usual } from './bounded-process.ts'
import { DRAWN_WIDTH, type DrawnBitmap, MAX_DRAWN_HEIGHT } from './drawn-bitmap.ts'

/** The number of pages that one process draws. */
const BATCH = 6
/** Drawn pages that are cached, in bytes. */
const MAX_CACHED_BYTES = 24 * 1024 * 1024
const QUALITY = 50

/**
 * Draws pages of PDFs as WebP, a few at a time in a process with bounds, one process after the other. Caches the last
 * ones in memory.
 */
export function openPageDrawer(bounds: Bounds = usual): DrawPage {
  const serialize = queuePerKey()
  const cache = new LRUCache<string, Uint8Array[]>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (pages) => 1 + pages.reduce((bytes, page) => bytes + page.byteLength, 0),
  })
  async function drawBatch(batchKey: string, withFile: Parameters<DrawPage>[2], first: number) {
    const batch = await withFile((file) => draw(file, first, bounds))
    if (batch) {
      cache.set(batchKey, batch)
    }
    return batch
  }
  return async (key, number, withFile) => {
    const first = Math.floor((number - 1) / BATCH) * BATCH
    const batchKey = `${key} ${first}`
    // The request before this one may have drawn the same pages.
    const batch =
      cache.get(batchKey) ?? (await serialize('drawing', async () => cache.get(batchKey) ?? drawBatch(batchKey, withFile, first)))
    return batch?.[number - 1 - first] ?? null
  }
}

async function draw(file: string, first: number, bounds: Bounds): Promise<Uint8Array[]> {
  const pages = Array.from({ length: BATCH }, (_, at) => first + at)
  const drawn = await drawBitmaps(file, pages, bounds)
  if ('failure' in drawn) {
    logFailure('Could not draw pages of a work', new Error(drawn.failure))
    return []
  }
  return Promise.all(drawn.bitmaps.map(encode))
}

/**
 * Draws the pages with these indices in a process with bounds. Pages that the file does not have are left out.
 * @returns the bitmaps, or why there are none.
 */
export async function drawBitmaps(
  file: string,
  pages: readonly number[],
  bounds: Bounds,
): Promise<{ bitmaps: DrawnBitmap[] } | { failure: ProcessFailure }> {
  const result = await runBounded('page-drawer.ts', file, pages.map(String), bounds)
  return 'failure' in result ? result : { bitmaps: (result.message as DrawnBitmap[]).filter(isWhole) }
}

/** Returns true if the bytes are as many as its size says: the process that sent them read a stranger's file. */
const isWhole = ({ width, height, data, text }: DrawnBitmap) =>
  typeof text === 'string' &&
  width === DRAWN_WIDTH &&
  height >= 1 &&
  height <= MAX_DRAWN_HEIGHT &&
  data.byteLength === width * height * 4

async function encode({ width, height, data }: DrawnBitmap): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp({ quality: QUALITY })
    .toBuffer()
}
