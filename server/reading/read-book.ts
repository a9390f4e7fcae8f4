import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import * as v from 'valibot'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { Book, BookPicture, Chapter, ReadBook } from '#app/services/reading.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { cleanChapter } from '#app/platform/text/readable.server.ts'
import { safeText } from '#app/platform/text/safe-text.ts'
import { type Bounds, type ProcessFailure, runBounded, usual } from './bounded-process.ts'

/** Limits of what the process may send. A thesis of 300 pages has about 1 MB of HTML. */
const MAX_HTML_CHARS = 12 * 1024 * 1024
const MAX_CHAPTERS = 2000
/** Pixels of a picture's width: two for each of a phone, and enough for a table on a desk. */
const PICTURE_WIDTH = 900
const MAX_PIXELS = 50_000_000
const MAX_SVG_BYTES = 300_000

const failures: Record<ProcessFailure, string> = {
  'not started': 'It cannot be opened here just now.',
  'too large': 'It is too large to be read here.',
  'too slow': 'It takes too long to be prepared here.',
  broken: 'It cannot be read here: the file is damaged, locked with a password, or not what its name says.',
}

const safe = v.pipe(v.string(), v.transform(safeText))

/** Message of the process. It read a stranger's file, so the message is checked, and its HTML is cleaned. */
const rawBook = v.object({
  chapters: v.pipe(
    v.array(
      v.object({
        title: safe,
        isContinued: v.boolean(),
        html: safe,
        words: v.pipe(v.number(), v.integer()),
        sections: v.array(v.object({ id: v.pipe(v.string(), v.regex(/^r\d{1,6}$/)), title: safe, level: v.picklist([2, 3, 4]) })),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_CHAPTERS),
    v.check((chapters) => chapters.reduce((sum, { html }) => sum + html.length, 0) <= MAX_HTML_CHARS),
  ),
  pictures: v.array(v.instance(Uint8Array)),
})

/** Converts files one after the other, each in a process of its own with bounds. */
export function openBookReader(bounds: Bounds = usual): ReadBook {
  const serialize = queuePerKey()
  return (file, ending) =>
    serialize('reading', async () => {
      const result = await runBounded('book-reader.ts', file, [ending], bounds)
      if ('failure' in result) {
        return { failure: failures[result.failure] }
      }
      const raw = v.safeParse(rawBook, result.message)
      if (!raw.success) {
        logFailure('Could not read a book', new v.ValiError(raw.issues))
        return { failure: failures.broken }
      }
      return getBook(raw.output)
    })
}

async function getBook(raw: v.InferOutput<typeof rawBook>): Promise<Book> {
  const pictures: (Sized | null)[] = []
  for (const bytes of raw.pictures) {
    pictures.push(await getPicture(bytes))
  }
  const pages = getPageSizes(raw)
  const getSize = (src: string) => pages.get(src) ?? pictures[Number(src.replace('picture/', '')) - 1] ?? null
  const chapters: Chapter[] = []
  for (const chapter of raw.chapters) {
    const html = cleanChapter(chapter.html, getSize)
    chapters.push({ ...chapter, html, bytes: gzipSync(html).byteLength })
    // Cleaning a long work takes a second, so requests get their turn between its chapters.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { chapters, pictures: pictures.map((picture) => picture ?? { type: '', bytes: new Uint8Array(), width: 0, height: 0 }) }
}

/** Returns the sizes of the pages that are drawn from a PDF, as the process stated them. */
function getPageSizes({ chapters }: v.InferOutput<typeof rawBook>): Map<string, { width: number; height: number }> {
  const sizes = chapters.flatMap(({ html }) => [
    ...html.matchAll(/<img src="(page\/\d+)"[^>]* width="(\d{1,4})" height="(\d{1,5})"/g),
  ])
  return new Map(sizes.map(([, src = '', width, height]) => [src, { width: Number(width), height: Number(height) }]))
}

type Sized = BookPicture & { width: number; height: number }

/** Returns a picture at the size of a page, or null if browsers do not show it. */
async function getPicture(bytes: Uint8Array): Promise<Sized | null> {
  const start = Buffer.from(bytes.subarray(0, 400)).toString('latin1')
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<svg\b/.test(start)) {
    return bytes.byteLength > MAX_SVG_BYTES ? null : { type: 'image/svg+xml', bytes, ...getSvgSize(start) }
  }
  if (!/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP)/s.test(start)) {
    return null
  }
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize({ width: PICTURE_WIDTH, withoutEnlargement: true })
      .webp({ quality: 60 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
    return { type: 'image/webp', bytes: new Uint8Array(data), width: info.width, height: info.height }
  } catch (error) {
    logFailure('Could not read a picture of a work', error)
    return null
  }
}

function getSvgSize(start: string): { width: number; height: number } {
  const [, width, height] = /viewBox="\s*[\d.-]+[\s,]+[\d.-]+[\s,]+(\d+)[\d.]*[\s,]+(\d+)/.exec(start) ?? []
  return { width: Number(width ?? 600), height: Number(height ?? 400) }
}
