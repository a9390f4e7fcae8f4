import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import fontkit from '@pdf-lib/fontkit'
import { marked, type Token } from 'marked'
import { getOpenType } from './sfnt.ts'

/** The text of a sample, from which its file is generated. */
export type SampleText = {
  title: string
  subject_area: string
  year_of_study: number | null
  abstract: string | null
  full_contents: string[] | null
  chapter_one_preview: string | null
}

type Cut = { font: PDFFont; holds: ReadonlySet<number> }
type Face = readonly Cut[]

/** A4 in points, and its margins. */
const [WIDTH, HEIGHT, SIDE, TOP, BOTTOM] = [595.28, 841.89, 72, 72, 78]
const INK = rgb(0.07, 0.15, 0.17)
/**
 * The first script that has a character draws it. Together they cover all of Latin with the naira sign, ẹ, ɓ and the
 * Greek of statistics.
 */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'greek'] as const
const SAMPLE = 'A sample that Lamplight wrote to show how it works. No student carried it out.'

/** Typesets a sample as a PDF, marked as one on each page. */
export async function typeset(text: SampleText): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.registerFontkit(fontkit)
  document.setTitle(text.title)
  document.setProducer('Lamplight')
  const characters = `${SAMPLE} 0123456789•.,${Object.values(text).join('')}`
  const [regular, bold] = [await getFace(document, 400, characters), await getFace(document, 600, characters)]
  const pen = new Pen(document, regular)
  pen.write(text.title, bold, 20, 10)
  pen.write([text.subject_area, text.year_of_study].filter(Boolean).join(', '), regular, 11, 4)
  pen.write(SAMPLE, regular, 11, 22)
  if (text.abstract) {
    pen.write('Abstract', bold, 14, 6)
    pen.write(text.abstract, regular, 11, 14)
  }
  if (text.full_contents) {
    pen.write('Contents', bold, 14, 6)
    text.full_contents.forEach((line) => pen.write(line, regular, 11, 2))
    pen.space(14)
  }
  for (const block of marked.lexer(text.chapter_one_preview ?? '')) {
    writeBlock(pen, block, regular, bold)
  }
  return document.save()
}

function writeBlock(pen: Pen, block: Token, regular: Face, bold: Face): void {
  if (block.type === 'heading') {
    pen.space(8)
    pen.write(plain(block), bold, block.depth === 1 ? 16 : 13, 6)
  } else if (block.type === 'list') {
    const items = block.items as Token[]
    items.forEach((item, at) => pen.write(`${block.ordered ? `${at + 1}.` : '•'} ${plain(item)}`, regular, 11, 4, 14))
    pen.space(6)
  } else if (block.type !== 'space' && block.type !== 'hr') {
    pen.write(plain(block), regular, 11, 9)
  }
}

/** Returns the words of a Markdown token without its marks. */
function plain(token: Token): string {
  const inner = 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : null
  const text = inner && inner.length > 0 ? inner.map(plain).join('') : 'text' in token ? String(token.text) : token.raw
  return text.replaceAll(/\s+/g, ' ')
}

/**
 * Returns the complete fonts that the characters need. Subsets are not possible: @pdf-lib/fontkit and this pdf-lib do
 * not fit together.
 */
async function getFace(document: PDFDocument, weight: 400 | 600, characters: Iterable<string>): Promise<Face> {
  const directory = path.dirname(createRequire(import.meta.url).resolve('@fontsource/noto-serif/package.json'))
  const wanted = new Set([...characters].map((letter) => letter.codePointAt(0) ?? 0))
  const face: Cut[] = []
  for (const script of SCRIPTS) {
    const woff = fs.readFileSync(path.join(directory, 'files', `noto-serif-${script}-${weight}-normal.woff`))
    const bytes = getOpenType(woff)
    const holds = new Set(fontkit.create(bytes).characterSet)
    if ([...wanted].some((letter) => holds.has(letter))) {
      face.push({ font: await document.embedFont(bytes, { subset: false, features: { liga: false } }), holds })
      holds.forEach((letter) => wanted.delete(letter))
    }
  }
  return face
}

/** Splits text into runs by font. Characters that no font covers are dropped. */
function getRuns(text: string, face: Face): { text: string; font: PDFFont }[] {
  const runs: { text: string; font: PDFFont }[] = []
  for (const letter of text) {
    const cut = face.find(({ holds }) => holds.has(letter.codePointAt(0) ?? 0))
    const last = runs.at(-1)
    if (cut && last?.font === cut.font) {
      last.text += letter
    } else if (cut) {
      runs.push({ text: letter, font: cut.font })
    }
  }
  return runs
}

const getWidth = (text: string, face: Face, size: number) =>
  getRuns(text, face).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0)

/** Writes lines from the top of the page down, and starts a new page where one is full. */
class Pen {
  readonly #document: PDFDocument
  readonly #small: Face
  #page: PDFPage | null = null
  #y = 0

  constructor(document: PDFDocument, small: Face) {
    this.#document = document
    this.#small = small
  }

  /**
   * Writes a text.
   * @param after points below the text.
   * @param hang indent in points of the following lines.
   */
  write(text: string, face: Face, size: number, after: number, hang = 0): void {
    const space = getWidth(' ', face, size)
    let line: string[] = []
    let width = 0
    let isFirst = true
    const end = () => {
      if (line.length > 0) {
        this.#line(line.join(' '), face, size, isFirst ? 0 : hang)
      }
      isFirst = false
    }
    for (const word of text.split(' ').filter(Boolean)) {
      const wide = getWidth(word, face, size)
      if (line.length > 0 && width + space + wide > WIDTH - 2 * SIDE - hang) {
        end()
        line = []
        width = 0
      }
      width += (line.length > 0 ? space : 0) + wide
      line.push(word)
    }
    end()
    this.space(after)
  }

  space(points: number): void {
    this.#y -= points
  }

  #line(text: string, face: Face, size: number, left: number): void {
    if (this.#page === null || this.#y - size * 1.4 < BOTTOM) {
      this.#page = this.#document.addPage([WIDTH, HEIGHT])
      this.#y = BOTTOM - 34
      this.#draw(this.#page, `Sample. ${this.#document.getPageCount()}`, this.#small, 9, SIDE)
      this.#y = HEIGHT - TOP
    }
    this.#y -= size * 1.4
    this.#draw(this.#page, text, face, size, SIDE + left)
  }

  #draw(page: PDFPage, text: string, face: Face, size: number, from: number): void {
    let x = from
    for (const run of getRuns(text, face)) {
      page.drawText(run.text, { x, y: this.#y, size, font: run.font, color: INK })
      x += run.font.widthOfTextAtSize(run.text, size)
    }
  }
}
