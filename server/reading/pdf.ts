import { getDocumentProxy } from 'unpdf'
import type { FileMetadata } from '#app/platform/process/reading.ts'
import { getDetails, looksLikeHeading } from './blocks.ts'
import type { Block } from './chapters.ts'

const MAX_PAGES = 1000
/** After this many milliseconds no further page is read; the pages read so far are used. */
const SOFT_LIMIT_MS = 25_000

type Line = { text: string; size: number; y: number; page: number }

/**
 * Reads the metadata of a PDF.
 * @throws when it is not one.
 */
export async function readPdf(file: Uint8Array): Promise<FileMetadata> {
  const started = performance.now()
  const pdf = await getDocumentProxy(file, { useSystemFonts: false, verbosity: 0 })
  const lines: Line[] = []
  let read = 0
  while (read < Math.min(pdf.numPages, MAX_PAGES) && performance.now() - started < SOFT_LIMIT_MS) {
    read += 1
    const page = await pdf.getPage(read)
    const { items } = await page.getTextContent()
    lines.push(
      ...getLines(
        items.filter((item) => 'str' in item),
        read,
      ),
    )
    page.cleanup()
  }
  return getDetails(
    getBlocks(lines),
    pdf.numPages,
    read < pdf.numPages ? `Only the first ${read} of ${pdf.numPages} pages were read; the count of words is of those.` : null,
  )
}

type Item = { str: string; transform: number[]; height: number; hasEOL: boolean }

function getLines(items: readonly Item[], page: number): Line[] {
  const lines: Line[] = []
  let text = ''
  let size = 0
  let y = 0
  const end = () => {
    const clean = text.replaceAll(/\s+/g, ' ').trim()
    if (clean !== '') {
      lines.push({ text: clean, size, y, page })
    }
    text = ''
    size = 0
  }
  for (const { str, transform, height, hasEOL } of items) {
    const at = transform[5] ?? y
    if (text !== '' && Math.abs(at - y) > Math.max(size, height) * 0.6) {
      end()
    }
    text += str
    if (str.trim() !== '') {
      size = Math.max(size, height)
      y = at
    }
    if (hasEOL) {
      end()
    }
  }
  end()
  return lines
}

/**
 * Joins lines into paragraphs. A short line, a gap, a larger font or a heading starts a new one. Page numbers are
 * left out.
 */
function getBlocks(lines: readonly Line[]): Block[] {
  const body = usual(lines.map(({ size }) => Math.round(size * 2) / 2))
  const full = Math.max(...lines.map(({ text }) => text.length), 1)
  const blocks: Block[] = []
  let last: Line | null = null
  for (const line of lines) {
    if (/^(page\s+)?[\divxlc]{1,5}$/i.test(line.text)) {
      continue
    }
    const { text } = line
    const heading = text.length <= 150 && ((line.size > body * 1.12 && !/[.;,]$/.test(text)) || looksLikeHeading(text))
    const item = text.match(/^[•▪●◦*-]\s*(.+)$/)?.[1]
    const open = blocks.at(-1)
    const goesOn =
      last !== null &&
      open !== undefined &&
      !item &&
      !heading &&
      open.kind !== 'heading' &&
      !(last.page === line.page && last.y - line.y > Math.max(line.size, body) * 2.2) &&
      (last.text.length > full * 0.6 || !/[.:?!]$/.test(last.text))
    if (heading) {
      // A chapter's number and its title are often two lines.
      blocks.push({ kind: 'heading', text })
    } else if (goesOn) {
      open.text = open.text.endsWith('-') && /^\p{Ll}/u.test(text) ? open.text.slice(0, -1) + text : `${open.text} ${text}`
    } else {
      blocks.push(item ? { kind: 'item', text: item } : { kind: 'text', text })
    }
    last = line
  }
  return blocks
}

/** Returns the most frequent value. */
function usual(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
