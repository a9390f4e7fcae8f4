import { type PDFFont, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'

/** Points of an A4 page and its text. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 72]
const SIZE = 14
const LINE_HEIGHT = 32

type Line = { text: string; isHeading: boolean }

/** Returns a PDF with a title page, and each chapter (headings, paragraphs and lists in Markdown) on pages of its own. */
export async function writePdf(title: string, chapters: readonly string[]): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const fonts = {
    bold: await file.embedFont(StandardFonts.TimesRomanBold),
    regular: await file.embedFont(StandardFonts.TimesRoman),
  }
  const linesPerPage = Math.floor((HEIGHT - 2 * MARGIN) / LINE_HEIGHT)
  const cover = wrap(title, fonts.bold).map((text) => ({ text, isHeading: true }))
  for (const lines of [cover, ...chapters.map((chapter) => layOut(chapter, fonts))]) {
    for (let first = 0; first < lines.length; first += linesPerPage) {
      const page = file.addPage([WIDTH, HEIGHT])
      for (const [at, { text, isHeading }] of lines.slice(first, first + linesPerPage).entries()) {
        const y = HEIGHT - MARGIN - SIZE - at * LINE_HEIGHT
        page.drawText(text, { x: MARGIN, y, size: SIZE, font: isHeading ? fonts.bold : fonts.regular })
      }
    }
  }
  file.setTitle(title)
  return file.save()
}

function layOut(markdown: string, { bold, regular }: Record<'bold' | 'regular', PDFFont>): Line[] {
  return markdown.split('\n').flatMap((line) => {
    const isHeading = line.startsWith('#')
    const text = line.replace(/^#+ /, '').replaceAll('_', '')
    return text === '' ? [] : wrap(text, isHeading ? bold : regular).map((part) => ({ text: part, isHeading }))
  })
}

function wrap(text: string, font: PDFFont): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && font.widthOfTextAtSize(longer, SIZE) <= WIDTH - 2 * MARGIN) {
      lines[lines.length - 1] = longer
    } else {
      lines.push(word)
    }
  }
  return lines
}
