import { type PDFDocument, type PDFFont, rgb, StandardFonts } from '@cantoo/pdf-lib'

/** Points of an A4 page and its text. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 72]
const SIZE = 14
const LINE_HEIGHT = 32
/** Points of the mark at the foot, and its distance from the edge. */
const [MARK_SIZE, MARK_AT] = [10, 40]
/** Characters that the standard fonts of a PDF lack. */
const UNPRINTABLE = /[^\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]/g

type Line = { text: string; isHeading: boolean }

/**
 * Adds pages to a PDF, for each chapter (headings, paragraphs and lists in Markdown) pages of its own.
 * @param mark printed at the foot of each page
 * @param length pages after which it ends
 * @returns the number of words on them.
 */
export async function addPages(file: PDFDocument, chapters: readonly string[], mark: string, length: number): Promise<number> {
  const regular = await file.embedFont(StandardFonts.TimesRoman)
  const bold = await file.embedFont(StandardFonts.TimesRomanBold)
  const widths = { regular: getWidths(regular), bold: getWidths(bold) }
  const linesPerPage = Math.floor((HEIGHT - 2 * MARGIN) / LINE_HEIGHT)
  const printed: string[] = []
  for (const chapter of chapters) {
    const lines = layOut(chapter, widths)
    for (let first = 0; first < lines.length && file.getPageCount() < length; first += linesPerPage) {
      const page = file.addPage([WIDTH, HEIGHT])
      for (const [at, { text, isHeading }] of lines.slice(first, first + linesPerPage).entries()) {
        const y = HEIGHT - MARGIN - SIZE - at * LINE_HEIGHT
        page.drawText(text, { x: MARGIN, y, size: SIZE, font: isHeading ? bold : regular })
        printed.push(text)
      }
      page.drawText(mark, { x: MARGIN, y: MARK_AT, size: MARK_SIZE, font: regular, color: rgb(0.35, 0.35, 0.35) })
    }
  }
  return printed.join(' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}

type Widths = Record<'regular' | 'bold', (word: string) => number>

/** Returns the function that measures a word in points; each word is measured once. */
function getWidths(font: PDFFont): (word: string) => number {
  const known = new Map<string, number>()
  return (word) => {
    const width = known.get(word) ?? font.widthOfTextAtSize(word, SIZE)
    known.set(word, width)
    return width
  }
}

function layOut(markdown: string, widths: Widths): Line[] {
  return markdown.split('\n').flatMap((line) => {
    const isHeading = line.startsWith('#')
    const text = line
      .replace(/^#+ /, '')
      .replaceAll(/\*\*|_/g, '')
      .replaceAll(UNPRINTABLE, '')
    return text === '' ? [] : wrap(text, isHeading ? widths.bold : widths.regular).map((part) => ({ text: part, isHeading }))
  })
}

function wrap(text: string, widthOf: (word: string) => number): string[] {
  const lines: string[] = []
  let room = 0
  for (const word of text.split(' ')) {
    const needed = widthOf(` ${word}`)
    if (lines.length > 0 && needed <= room) {
      lines[lines.length - 1] += ` ${word}`
      room -= needed
    } else {
      lines.push(word)
      room = WIDTH - 2 * MARGIN - widthOf(word)
    }
  }
  return lines
}
