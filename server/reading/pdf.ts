import { getDocumentProxy } from 'unpdf'
import type { FileMetadata } from '#app/services/reading.ts'
import { getDetails, looksLikeHeading } from './blocks.ts'
import { type BookBlock, escapeHtml, getChapters, getLine, notShown, type RawBook } from './book-blocks.ts'
import { type Block, getChapter } from './chapters.ts'
import { hasTableOrPicture } from './text-only-pages.ts'
import { getStatedTitle } from './title-page.ts'

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
  const details = getDetails(
    getBlocks(withoutPageNumbers(lines)),
    pdf.numPages,
    read < pdf.numPages ? `Only the first ${read} of ${pdf.numPages} pages were read; the count of words is of those.` : null,
  )
  const stated = getStatedTitle(await getDocumentTitle(pdf))
  // The first page of an unusual work may not tell, or only the first line of a title.
  const isBetter = stated !== null && stated.toLowerCase().startsWith((details.title ?? '').toLowerCase())
  return isBetter ? { ...details, title: stated } : details
}

/** Returns the title in a PDF's properties, as its program wrote it. */
async function getDocumentTitle(pdf: Pdf): Promise<unknown> {
  const { info } = await pdf.getMetadata()
  return 'Title' in info ? info.Title : null
}

/** The pixels of a drawn page's width (drawn-bitmap.ts). */
const PAGE_WIDTH = 900
/** Pages on one page of the reader, at most. */
const PAGES_PER_CHAPTER = 8

/**
 * Reads a PDF as a book: its text page by page, reflowed, and the address of a drawing of each page that holds tables
 * or pictures, or no text.
 * @throws when it is not one.
 */
export async function readPdfBook(file: Uint8Array): Promise<RawBook> {
  const started = performance.now()
  const pdf = await getDocumentProxy(file, { useSystemFonts: false, verbosity: 0 })
  const lines: Line[] = []
  const drawn = new Map<number, number>()
  const count = Math.min(pdf.numPages, MAX_PAGES)
  for (let number = 1; number <= count; number += 1) {
    const page = await pdf.getPage(number)
    // A page that comes too late is only drawn.
    const isLate = performance.now() - started > SOFT_LIMIT_MS
    const items = isLate ? [] : (await page.getTextContent()).items.filter((item) => 'str' in item)
    const ofPage = getLines(items, number)
    lines.push(...ofPage)
    if (isLate || ofPage.length === 0 || (await hasTableOrPicture(page))) {
      const { width, height } = page.getViewport({ scale: 1 })
      drawn.set(number, Math.round((PAGE_WIDTH * height) / Math.max(1, width)))
    }
    page.cleanup()
  }
  const byPage = Map.groupBy(getBlocks(withoutRunningLines(withoutPageNumbers(lines), count)), ({ page }) => page)
  const blocks = Array.from({ length: count }, (_, at) => getPage(at + 1, byPage.get(at + 1) ?? [], drawn.get(at + 1)))
  const cut = count < pdf.numPages ? [{ level: 0, text: '', html: notShown(`Page ${count + 1} and what follows`) }] : []
  const chapters = getChapters([...inGroups(blocks, await getOutline(pdf)), ...cut], 'First pages', 1)
  return { chapters, pictures: [] }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Returns the titles of a PDF's outline at its highest level by the number of their page; the first of each page. */
async function getOutline(pdf: Pdf): Promise<Map<number, string>> {
  const titles = new Map<number, string>()
  for (const { title, dest } of (await pdf.getOutline()) ?? []) {
    const [page]: unknown[] = (typeof dest === 'string' ? await pdf.getDestination(dest) : dest) ?? []
    const number = isPageReference(page) ? (await pdf.getPageIndex(page)) + 1 : null
    if (number !== null && title.trim() !== '' && !titles.has(number)) {
      titles.set(number, getLine(title))
    }
  }
  return titles
}

const isPageReference = (value: unknown): value is { num: number; gen: number } =>
  typeof value === 'object' && value !== null && 'num' in value && 'gen' in value

/** Returns the blocks of a page: its number, its drawing if any, and its text. */
function getPage(number: number, blocks: readonly Block[], height: number | undefined): BookBlock[] {
  const marker = `<p class="pno">Page ${number}</p>`
  const picture =
    height === undefined
      ? ''
      : `<figure class="drawn"><a href="page/${number}"><img src="page/${number}" alt="Page ${number} as drawn" width="${PAGE_WIDTH}" height="${height}"></a></figure>`
  const texts = blocks.map(({ kind, text }): BookBlock => {
    const isChapter = kind === 'heading' && (getChapter(text) !== null || MATTER.test(text))
    const level = kind !== 'heading' ? 0 : isChapter ? 1 : 2
    const tag = kind === 'heading' ? `h${level}` : 'p'
    return { level, text, html: `<${tag}>${kind === 'item' ? '• ' : ''}${escapeHtml(text)}</${tag}>` }
  })
  const about = { level: 0, text: '', html: marker + picture }
  // A chapter begins with its heading, often with its title on another line, and the number of its page follows.
  const [first, second] = texts
  if (first?.level !== 1) {
    return [about, ...texts]
  }
  const isTitle = second?.level === 2 && getChapter(first.text) !== null && !/^\d/.test(second.text)
  const title = isTitle ? [{ ...second, level: 1, html: `<h1>${escapeHtml(second.text)}</h1>` }] : []
  return [first, ...title, about, ...texts.slice(1 + title.length)]
}

const MATTER = /^(?:abstract|references|bibliography|appendi(?:x|ces)\b.{0,80}|table of contents|acknowledge?ments?)\W*$/i

/** Begins a chapter where the outline does, or else every few pages, where a file has no headings of chapters. */
function inGroups(pages: readonly BookBlock[][], outline: ReadonlyMap<number, string>): BookBlock[] {
  const chapters = pages.flat().filter(({ level }) => level === 1).length
  if (chapters > 1) {
    return pages.flat()
  }
  return pages.flatMap((page, at) => {
    const last = Math.min(at + PAGES_PER_CHAPTER, pages.length)
    const ofGroup = at % PAGES_PER_CHAPTER > 0 ? undefined : last === at + 1 ? `Page ${last}` : `Pages ${at + 1} to ${last}`
    const title = outline.size > 1 ? outline.get(at + 1) : ofGroup
    return [
      ...(title === undefined ? [] : [{ level: 1, text: title, html: `<h1>${escapeHtml(title)}</h1>` }]),
      ...page.map((block) => (block.level === 1 ? { ...block, level: 2 } : block)),
    ]
  })
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

/** A hyphen that only splits a word at the end of a line. */
const SOFT_HYPHEN = '\u{ad}'

const ROMAN_DIGITS: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** Returns the number of a line such as 12, - 12 -, Page 12 of 80 or xii; null for any other line. */
function getPageNumber(text: string): number | null {
  const [, digits, roman] =
    text.match(/^(?:page\s+)?[-–—[(]?\s*(?:(\d{1,4})|([ivxlc]{1,8}))\s*[-–—\])]?(?:\s+of\s+\d{1,4}|\s*\/\s*\d{1,4})?$/i) ?? []
  if (digits !== undefined) {
    return Number(digits)
  }
  const values = Array.from(roman?.toLowerCase() ?? '', (digit) => ROMAN_DIGITS[digit] ?? 0)
  return values.length === 0 ? null : values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

/** Two pages have their numbers at the same height if it differs by no more points than this. */
const SAME_HEIGHT = 4

/**
 * Leaves out page numbers. A page number is the first or last line of its page, and at the same height of the page
 * before or after is a number that is as much smaller or greater as the page. Any other number belongs to the text.
 */
function withoutPageNumbers(lines: readonly Line[]): Line[] {
  const heights = Map.groupBy(lines, ({ page }) => page)
  const candidates = lines.flatMap((line) => {
    const onPage = heights.get(line.page)?.map(({ y }) => y) ?? []
    const isAtEdge = line.y <= Math.min(...onPage) + SAME_HEIGHT || line.y >= Math.max(...onPage) - SAME_HEIGHT
    const number = isAtEdge ? getPageNumber(line.text) : null
    return number === null ? [] : [{ line, number }]
  })
  const byPage = Map.groupBy(candidates, ({ line }) => line.page)
  const isInSequence = ({ line, number }: (typeof candidates)[number]) =>
    // On facing pages numbers alternate between the corners, at one height; a chapter's first page may have none.
    [-2, -1, 1, 2].some((away) =>
      byPage
        .get(line.page + away)
        ?.some((other) => other.number === number + away && Math.abs(other.line.y - line.y) <= SAME_HEIGHT),
    )
  const numbers = new Set(candidates.filter(isInSequence).map(({ line }) => line))
  return lines.filter((line) => !numbers.has(line))
}

/** Lines at the top and at the bottom of a page that may be its head and foot. */
const EDGE_LINES = 3

/** Leaves out what is at the head or foot of most pages, such as the title, whatever its numbers. */
function withoutRunningLines(lines: readonly Line[], pages: number): Line[] {
  const edges = [...Map.groupBy(lines, ({ page }) => page).values()].flatMap((ofPage) => {
    const byHeight = ofPage.toSorted((one, other) => one.y - other.y)
    return [...new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])]
  })
  const places = Map.groupBy(edges, ({ text, y }) => `${Math.round(y / SAME_HEIGHT)} ${text.replaceAll(/\d+/g, '#')}`)
  const running = new Set([...places.values()].filter((same) => same.length > Math.max(3, pages / 2)).flat())
  return lines.filter((line) => !running.has(line))
}

/** Returns the words of lines, in lower case, without those that a line's end splits. */
function getKnownWords(lines: readonly Line[]): Set<string> {
  return new Set(
    lines.flatMap(({ text }, at) => {
      const words = text.toLowerCase().match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*-?/gu) ?? []
      const isSplit = lines[at - 1]?.text.endsWith('-') ?? false
      return (isSplit ? words.slice(1) : words).filter((word) => !word.endsWith('-'))
    }),
  )
}

const MAX_WORD_CHARS = 80

/**
 * Joins two lines. A hyphen at the end of the first stays, as in evidence-based, unless the text has the joined
 * word elsewhere, and not both of its parts.
 */
function joinLines(open: string, next: string, known: ReadonlySet<string>): string {
  if (open.endsWith(SOFT_HYPHEN)) {
    return open.slice(0, -1) + next
  }
  // A paragraph may be long, and its end suffices.
  const [, first] = open.slice(-MAX_WORD_CHARS).match(/([\p{L}\p{M}]+)-$/u) ?? []
  const [second] = next.match(/^\p{Ll}[\p{L}\p{M}]*/u) ?? []
  if (first === undefined || second === undefined) {
    return `${open} ${next}`
  }
  const [one, other] = [first.toLowerCase(), second.toLowerCase()]
  const isSplit = known.has(one + other) && !known.has(`${one}-${other}`) && !(known.has(one) && known.has(other))
  return (isSplit ? open.slice(0, -1) : open) + next
}

/** Joins lines into paragraphs. A short line, a gap, a larger font or a heading starts a new one. */
function getBlocks(lines: readonly Line[]): (Block & { page: number })[] {
  const body = getBodySize(lines)
  const full = Math.max(...lines.map(({ text }) => text.length), 1)
  const known = getKnownWords(lines)
  const blocks: (Block & { page: number })[] = []
  let last: Line | null = null
  for (const line of lines) {
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
      // A line of a list may end early, and the next one go on with a small letter.
      (last.text.length > full * 0.6 || !/[.:?!]$/.test(last.text) || /^\p{Ll}/u.test(text))
    if (heading) {
      // A chapter's number and its title are often two lines.
      blocks.push({ kind: 'heading', text, page: line.page })
    } else if (goesOn) {
      open.text = joinLines(open.text, text, known)
    } else {
      blocks.push({ ...(item ? { kind: 'item', text: item } : { kind: 'text', text }), page: line.page })
    }
    last = line
  }
  return blocks
}

/** Returns the font size of most characters. A table has many short lines in another size. */
function getBodySize(lines: readonly Line[]): number {
  const characters = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length)
  }
  return [...characters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
