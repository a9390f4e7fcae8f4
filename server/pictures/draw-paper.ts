import fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Paper } from '#app/services/papers.ts'
import { sansSerifs, serifs } from './fonts.ts'
import { drawable } from './letters.ts'

/** Points of an A4 page, its margin, and the columns of facts and amounts. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 64]
const TEXT_WIDTH = WIDTH - 2 * MARGIN
const TERM_WIDTH = 96
const AMOUNT_WIDTH = 120
const INK = rgb(0.09, 0.13, 0.16)
const SOFT = rgb(0.36, 0.4, 0.43)
const LINE = rgb(0.8, 0.8, 0.78)
const GOOD = rgb(0.09, 0.42, 0.27)
const WAIT = rgb(0.55, 0.33, 0.05)

/** A family in the subsets of its package: each character is drawn with the first one that has it. */
type Face = { font: PDFFont; has: ReadonlySet<number> }[]
type Style = { face: Face; size: number; color?: ReturnType<typeof rgb> }
/** Letters of one font. */
type Run = { text: string; font: PDFFont }

/** Draws a paper (app/services/papers.ts). */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  file.registerFontkit(fontkit)
  file.setTitle(paper.title)
  file.setAuthor(paper.seller.name)
  file.setLanguage('en-NG')
  const load = async (subsets: typeof serifs): Promise<Face> =>
    Promise.all(
      subsets.map(async ({ data }) => {
        const font = await file.embedFont(data, { subset: true })
        return { font, has: new Set(font.getCharacterSet()) }
      }),
    )
  const [sans, serif] = [await load(sansSerifs), await load(serifs)]
  const pen = new Pen(file)
  const text: Style = { face: sans, size: 10 }
  const small: Style = { face: sans, size: 8.5, color: SOFT }

  const stamp: Style = { face: serif, size: 12, color: paper.stamp.isGood ? GOOD : WAIT }
  await pen.writeRight(paper.stamp.text, stamp)
  await pen.write(paper.seller.name, { face: serif, size: 15 })
  for (const line of paper.seller.lines) {
    await pen.write(line, small)
  }
  pen.move(20)
  await pen.write(paper.title, { face: serif, size: 18 })
  await pen.write(paper.date, { ...text, color: SOFT })
  pen.move(14)
  for (const { term, lines } of paper.facts) {
    pen.rule()
    await pen.writeBeside(term, { ...text, color: SOFT }, lines, text)
    pen.move(4)
  }
  pen.move(18)
  for (const { text: row, note, amount, isTotal } of paper.rows) {
    pen.rule(isTotal ? 1.2 : 0.6)
    const style = isTotal ? { face: serif, size: 11 } : text
    await pen.writeRight(amount, style)
    await pen.write(row, style, TEXT_WIDTH - AMOUNT_WIDTH)
    if (note !== undefined) {
      await pen.write(note, small, TEXT_WIDTH - AMOUNT_WIDTH)
    }
    pen.move(4)
  }
  pen.move(18)
  for (const note of paper.notes) {
    await pen.write(note, small)
    pen.move(4)
  }
  return file.save()
}

/** Writes lines from the top of a page to its foot, and goes on on another page. */
class Pen {
  #file: PDFDocument
  #page: PDFPage
  /** The top of the next line, in points from the foot. */
  #top = HEIGHT - MARGIN

  constructor(file: PDFDocument) {
    this.#file = file
    this.#page = file.addPage([WIDTH, HEIGHT])
  }

  /** Leaves points empty. */
  move(points: number): void {
    this.#top -= points
  }

  /** Draws a line across the page. */
  rule(thickness = 0.6): void {
    this.#makeRoom(24)
    this.#page.drawLine({
      start: { x: MARGIN, y: this.#top },
      end: { x: WIDTH - MARGIN, y: this.#top },
      thickness,
      color: thickness > 1 ? INK : LINE,
    })
    this.#top -= 6
  }

  /** Writes wrapped text. */
  async write(text: string, style: Style, width = TEXT_WIDTH, left = MARGIN): Promise<void> {
    const words = await drawable(text)
    for (const line of words === '' ? [] : wrap(words, style, width)) {
      this.#makeRoom(getLineHeight(style))
      this.#drawLine(line, style, left)
      this.#top -= getLineHeight(style)
    }
  }

  /** Writes one line at the right edge; the next line begins at the same height. */
  async writeRight(text: string, style: Style): Promise<void> {
    this.#makeRoom(getLineHeight(style))
    const words = await drawable(text)
    this.#drawLine(words, style, WIDTH - MARGIN - measure(words, style))
  }

  /** Writes a term and, in a column beside it, its lines. */
  async writeBeside(term: string, termStyle: Style, lines: readonly string[], style: Style): Promise<void> {
    this.#makeRoom(getLineHeight(style))
    this.#drawLine(await drawable(term), termStyle, MARGIN)
    for (const line of lines) {
      await this.write(line, style, TEXT_WIDTH - TERM_WIDTH, MARGIN + TERM_WIDTH)
    }
  }

  #makeRoom(points: number): void {
    if (this.#top - points < MARGIN) {
      this.#page = this.#file.addPage([WIDTH, HEIGHT])
      this.#top = HEIGHT - MARGIN
    }
  }

  #drawLine(text: string, style: Style, left: number): void {
    let x = left
    for (const { text: letters, font } of splitByFont(text, style.face)) {
      this.#page.drawText(letters, { x, y: this.#top - style.size, size: style.size, font, color: style.color ?? INK })
      x += font.widthOfTextAtSize(letters, style.size)
    }
  }
}

const getLineHeight = ({ size }: Style) => size * 1.5

/** Splits a text where another subset of the family has the next character. */
function splitByFont(text: string, face: Face): Run[] {
  const runs: Run[] = []
  for (const sign of text) {
    const font = (face.find(({ has }) => has.has(sign.codePointAt(0) ?? 0)) ?? face[0])?.font
    if (font === undefined) {
      throw new Error('A family without a font')
    }
    const last = runs.at(-1)
    if (last !== undefined && last.font === font) {
      last.text += sign
    } else {
      runs.push({ text: sign, font })
    }
  }
  return runs
}

const measure = (text: string, { face, size }: Style) =>
  splitByFont(text, face).reduce((width, { text: letters, font }) => width + font.widthOfTextAtSize(letters, size), 0)

/** Breaks a text into lines of this width; a longer word is broken too. */
function wrap(text: string, style: Style, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && measure(longer, style) <= width) {
      lines[lines.length - 1] = longer
    } else {
      lines.push(...breakWord(word, style, width))
    }
  }
  return lines
}

function breakWord(word: string, style: Style, width: number): string[] {
  const parts = ['']
  for (const sign of word) {
    const longer = `${parts.at(-1)}${sign}`
    if (measure(longer, style) <= width) {
      parts[parts.length - 1] = longer
    } else {
      parts.push(sign)
    }
  }
  return parts
}
