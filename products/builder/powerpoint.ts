// Writes a deck as a PowerPoint file with our master and speaker notes.
import PptxGenJS from 'pptxgenjs'
import { plainText, type Spans } from './blocks.ts'
import { drawPng, readDrawing } from './drawings.ts'
import { lampSvg } from './lamp.ts'
import { normaliseOfficeFile } from './office-zip.ts'
import { palette } from './palette.ts'
import { originOf, type Product, useOf } from './product.ts'
import type { Deck, Slide, SlideList } from './slides.ts'

const WIDTH = 13.333
const LEFT = 0.75
const TEXT_WIDTH = WIDTH - 2 * LEFT
const TOP = 1.75
const BOTTOM = 6.72
/** Inches for each point of type: wide enough for the fonts that replace Calibri where it is missing. */
const CHARACTER_WIDTH = 0.0078
const TITLE_SIZE = 44
const TITLE_WIDTH = 10.6
const TITLE_BOTTOM = 4.15
const TITLE_LINE = (TITLE_SIZE * 1.2) / 72
const MAX_DRAWING_WIDTH = 7.4
/** No text of a slide is smaller, but for the footer. */
const TABLE_SIZE = 18
/** Inches beside the text of a table's cell. */
const CELL_SIDE = 0.12
/** Inches of a line of a source. */
const SOURCE_LINE = 0.34
const SERIF = 'Georgia'
const SANS = 'Calibri'
type Shapes = PptxGenJS.Slide

/** Returns the bytes of the PPTX. The same deck gives the same bytes. */
export async function writePowerPoint(product: Product, deck: Deck): Promise<Uint8Array> {
  const file = new PptxGenJS()
  file.layout = 'LAYOUT_WIDE'
  file.title = deck.title
  file.author = 'Lamplight'
  file.company = 'Lamplight'
  file.subject = product.summary.join(' ')
  file.theme = { headFontFace: SERIF, bodyFontFace: SANS }
  defineMasters(file, deck)
  addTitleSlide(file, product, deck)
  for (const slide of deck.slides) await addSlide(file, slide)
  const bytes = await file.write({ outputType: 'uint8array' })
  return normaliseOfficeFile(bytes as Uint8Array, product.updated)
}

function defineMasters(file: PptxGenJS, deck: Deck): void {
  file.defineSlideMaster({
    title: 'TITLE',
    background: { color: palette.teal },
    objects: [
      { rect: { x: 0, y: 0, w: 0.42, h: 7.5, fill: { color: palette.night } } },
      { rect: { x: 0.42, y: 0, w: 0.05, h: 7.5, fill: { color: palette.glow } } },
      { image: { x: 1.1, y: 0.5, w: 0.8, h: 0.8, data: svgData(palette.glow) } },
      placeholder('title', 'title', {
        x: 1.1,
        y: TITLE_BOTTOM - 2.3,
        w: TITLE_WIDTH,
        h: 2.3,
        fontFace: SERIF,
        fontSize: TITLE_SIZE,
        bold: true,
        color: palette.foil,
        valign: 'bottom',
        align: 'left',
        margin: 0,
      }),
    ],
  })
  file.defineSlideMaster({
    title: 'CONTENT',
    background: { color: palette.paper },
    objects: [
      { rect: { x: 0, y: 0, w: 0.2, h: 7.5, fill: { color: palette.teal } } },
      { rect: { x: LEFT, y: 1.42, w: 0.9, h: 0.045, fill: { color: palette.glow } } },
      { line: { x: LEFT, y: 6.92, w: TEXT_WIDTH, h: 0, line: { color: palette.line, width: 0.75 } } },
      {
        text: {
          text: deck.title,
          options: { x: LEFT, y: 6.97, w: 8, h: 0.32, fontFace: SANS, fontSize: 12, color: palette.soft, margin: 0 },
        },
      },
      placeholder('title', 'title', {
        x: LEFT,
        y: 0.62,
        w: TEXT_WIDTH,
        h: 0.75,
        fontFace: SERIF,
        fontSize: 28,
        bold: true,
        color: palette.teal,
        valign: 'middle',
        align: 'left',
        margin: 0,
      }),
    ],
    slideNumber: {
      x: WIDTH - LEFT - 0.6,
      y: 6.97,
      w: 0.6,
      h: 0.32,
      fontFace: SANS,
      fontSize: 12,
      color: palette.soft,
      align: 'right',
      margin: 0,
    },
  })
}

function placeholder(name: string, type: 'title', options: object) {
  return { placeholder: { options: { name, type, ...options } as never, text: '' } }
}

function svgData(colour: string): string {
  return `image/svg+xml;base64,${Buffer.from(lampSvg(colour)).toString('base64')}`
}

function addTitleSlide(file: PptxGenJS, product: Product, deck: Deck): void {
  const slide = file.addSlide({ masterName: 'TITLE' })
  slide.addText(deck.title, { placeholder: 'title' })
  slide.addText(deck.kicker.toUpperCase(), {
    x: 1.1,
    y: TITLE_BOTTOM - titleLines(deck.title) * TITLE_LINE - 0.5,
    w: 10,
    h: 0.35,
    fontFace: SANS,
    fontSize: 18,
    bold: true,
    color: palette.glow,
    charSpacing: 2,
    margin: 0,
  })
  slide.addText(deck.subtitle || product.summary.join(' '), {
    x: 1.1,
    y: 4.4,
    w: 9.6,
    h: 1.1,
    fontFace: SANS,
    fontSize: 20,
    color: palette.foil,
    valign: 'top',
    margin: 0,
  })
  slide.addText(`${product.subject_area}  ·  ${product.level}`, {
    x: 1.1,
    y: 6.5,
    w: 10,
    h: 0.35,
    fontFace: SANS,
    fontSize: 18,
    color: palette.foil,
    margin: 0,
  })
  slide.addNotes([...deck.openingNotes, originOf(product), useOf(product)].join('\n\n'))
}

/** Estimates the lines that the title takes, so that the line above it is not covered. */
export const titleLines = (title: string): number => lineCount(title, TITLE_WIDTH, TITLE_SIZE)

/** Estimates the lines of a text. @param width inches @param size points */
function lineCount(text: string, width: number, size: number): number {
  const charactersAcross = width / (size * CHARACTER_WIDTH)
  let lines = 1
  let length = 0
  for (const word of text.split(' ')) {
    if (length > 0 && length + 1 + word.length > charactersAcross) {
      lines += 1
      length = word.length
    } else {
      length += (length > 0 ? 1 : 0) + word.length
    }
  }
  return lines
}

async function addSlide(file: PptxGenJS, content: Slide): Promise<void> {
  const slide = file.addSlide({ masterName: 'CONTENT' })
  slide.addText(content.title, { placeholder: 'title' })
  slide.addText(content.part.toUpperCase(), {
    x: LEFT,
    y: 0.28,
    w: TEXT_WIDTH,
    h: 0.34,
    fontFace: SANS,
    fontSize: 18,
    bold: true,
    color: palette.amber,
    charSpacing: 1.5,
    margin: 0,
  })
  const sourceTop = content.source ? BOTTOM - SOURCE_LINE * lineCount(content.source, TEXT_WIDTH, 18) : BOTTOM
  const bottom = content.message ? sourceTop - 0.95 : sourceTop
  if (content.source) {
    slide.addText(content.source, {
      x: LEFT,
      y: sourceTop,
      w: TEXT_WIDTH,
      h: BOTTOM - sourceTop,
      fontFace: SANS,
      fontSize: 18,
      italic: true,
      color: palette.soft,
      margin: 0,
      valign: 'middle',
    })
  }
  if (content.lists.length === 0 && !content.table && !content.drawing) {
    addStatement(slide, content.message)
  } else {
    if (content.message) addMessage(slide, content.message, bottom + 0.12)
    const drawn = content.drawing ? await addDrawing(slide, content.drawing, content.lists.length > 0, bottom) : 0
    if (content.table) addTable(slide, content.title, content.table, bottom)
    else addLists(slide, content.lists, bottom - 0.1, TEXT_WIDTH - drawn)
  }
  slide.addNotes(content.notes.join('\n\n'))
}

function addStatement(slide: Shapes, message: string): void {
  slide.addText(message, {
    x: LEFT + 0.3,
    y: 2.3,
    w: TEXT_WIDTH - 1.2,
    h: 3.2,
    fontFace: SERIF,
    fontSize: 34,
    color: palette.ink,
    valign: 'middle',
    margin: 0,
  })
}

function addMessage(slide: Shapes, message: string, top: number): void {
  slide.addShape('rect', { x: LEFT, y: top, w: TEXT_WIDTH, h: 0.78, fill: { color: palette.mist } })
  slide.addShape('rect', { x: LEFT, y: top, w: 0.07, h: 0.78, fill: { color: palette.teal } })
  slide.addText(message, {
    x: LEFT + 0.28,
    y: top,
    w: TEXT_WIDTH - 0.5,
    h: 0.78,
    fontFace: SANS,
    fontSize: 18,
    bold: true,
    color: palette.teal,
    valign: 'middle',
    margin: 0,
  })
}

/** Draws a drawing at the right, or in the middle if it is alone. Returns the width that it takes from a list. */
async function addDrawing(
  slide: Shapes,
  { name, caption }: NonNullable<Slide['drawing']>,
  hasList: boolean,
  bottom: number,
): Promise<number> {
  const drawing = readDrawing(name)
  const top = TOP - 0.15
  const w = Math.min(hasList ? MAX_DRAWING_WIDTH : TEXT_WIDTH, ((bottom - top) * drawing.width) / drawing.height)
  const x = hasList ? WIDTH - LEFT - w : (WIDTH - w) / 2
  const png = Buffer.from(await drawPng(drawing)).toString('base64')
  slide.addImage({ data: `image/png;base64,${png}`, x, y: top, w, h: (w * drawing.height) / drawing.width, altText: caption })
  return w + 0.35
}

function addLists(slide: Shapes, lists: SlideList[], bottom: number, available: number): void {
  const gap = 0.55
  const width = (available - gap * (lists.length - 1)) / lists.length
  const area = { w: width, h: bottom - TOP - (lists.some(({ heading }) => heading) ? 0.55 : 0) }
  const types = lists.map((list) => fitText(list.items.map(plainText), area))
  const type = {
    fontSize: Math.min(...types.map(({ fontSize }) => fontSize)),
    space: Math.min(...types.map(({ space }) => space)),
  }
  lists.forEach((list, index) => {
    const x = LEFT + index * (width + gap)
    const top = list.heading ? TOP + 0.55 : TOP
    if (list.heading) {
      slide.addText(list.heading, {
        x,
        y: TOP - 0.05,
        w: width,
        h: 0.45,
        fontFace: SANS,
        fontSize: 20,
        bold: true,
        color: palette.amber,
        margin: 0,
        valign: 'middle',
      })
    }
    if (list.ordered && lists.length === 1) addSteps(slide, list, top, bottom)
    else addBullets(slide, list, { x, y: top, w: width, h: bottom - top }, type)
  })
}

function addBullets(
  slide: Shapes,
  list: SlideList,
  area: { x: number; y: number; w: number; h: number },
  type: { fontSize: number; space: number },
): void {
  const runs = list.items.flatMap((item) => itemRuns(item, list.ordered))
  const { fontSize, space } = type
  slide.addText(runs, {
    ...area,
    fontFace: SANS,
    fontSize,
    color: palette.ink,
    valign: 'top',
    margin: 0,
    paraSpaceAfter: space,
    lineSpacingMultiple: 1.04,
  })
}

/** Chooses the largest type in which the items fit the area, in points. */
function fitText(items: string[], area: { w: number; h: number }): { fontSize: number; space: number } {
  const heightAt = (fontSize: number, space: number) => {
    const characters = (area.w - 0.35) / (fontSize * CHARACTER_WIDTH)
    const lines = items.reduce((sum, item) => sum + Math.ceil(item.length / characters), 0)
    return (lines * fontSize * 1.25 + items.length * space) / 72
  }
  const fontSize = [26, 24, 22, 20].find((size) => heightAt(size, 10) <= area.h) ?? 18
  const space = [20, 16, 12, 10].find((points) => heightAt(fontSize, points) <= area.h) ?? 8
  return { fontSize, space }
}

function itemRuns(item: Spans, ordered: boolean): PptxGenJS.TextProps[] {
  return item.map((span, index) => ({
    text: span.text,
    options: {
      ...(span.bold ? { bold: true, color: palette.teal } : {}),
      ...(span.italic ? { italic: true } : {}),
      ...(index === 0 ? { bullet: ordered ? { type: 'number' as const, indent: 22 } : { indent: 18 } } : {}),
      ...(index === item.length - 1 ? { breakLine: true } : {}),
    },
  }))
}

/** Draws an ordered list as numbered rows, which show a procedure better than bullets. */
function addSteps(slide: Shapes, list: SlideList, top: number, bottom: number): void {
  const height = Math.min(0.95, (bottom - top) / list.items.length)
  const disc = Math.min(0.5, height - 0.16)
  list.items.forEach((item, index) => {
    const y = top + index * height
    slide.addText(String(index + 1), {
      shape: 'ellipse',
      x: LEFT,
      y: y + (height - disc) / 2,
      w: disc,
      h: disc,
      fill: { color: palette.teal },
      fontFace: SANS,
      fontSize: 18,
      bold: true,
      color: 'ffffff',
      align: 'center',
      valign: 'middle',
      margin: 0,
    })
    slide.addText(
      item.map((span) => ({ text: span.text, options: span.bold ? { bold: true, color: palette.teal } : {} })),
      {
        x: LEFT + 0.75,
        y,
        w: TEXT_WIDTH - 0.75,
        h: height,
        fontFace: SANS,
        fontSize: 22,
        color: palette.ink,
        valign: 'middle',
        margin: 0,
      },
    )
  })
}

/** @throws Error if the table does not fit. */
function addTable(slide: Shapes, title: string, table: NonNullable<Slide['table']>, bottom: number): void {
  const total = table.widths.reduce((sum, width) => sum + width, 0)
  const columns = table.widths.map((width) => (width / total) * TEXT_WIDTH)
  const heights = [table.header, ...table.rows].map((row) => {
    const lines = row.map((text, column) => lineCount(text, (columns[column] ?? 0) - 2 * CELL_SIDE, TABLE_SIZE))
    return (Math.max(...lines) * TABLE_SIZE * 1.2) / 72 + 0.08
  })
  const needed = heights.reduce((sum, height) => sum + height, 0)
  const room = bottom - 0.1 - TOP
  if (needed > room) throw new Error(`the table of "${title}" needs ${(needed / room).toFixed(2)} of the slide: shorten it`)
  const spare = (room - needed) / heights.length
  const border = { type: 'solid' as const, pt: 0.75, color: palette.line }
  slide.addTable(
    [
      table.header.map((text) => ({ text, options: { bold: true, color: 'ffffff', fill: { color: palette.teal } } })),
      ...table.rows.map((row, index) =>
        row.map((text, column) => ({
          text,
          options: { color: palette.ink, bold: column === 0, fill: { color: index % 2 === 1 ? palette.shade : 'fffefb' } },
        })),
      ),
    ],
    {
      x: LEFT,
      y: TOP,
      w: TEXT_WIDTH,
      colW: columns,
      rowH: heights.map((height) => Math.max(height, Math.min(0.82, height + spare))),
      fontFace: SANS,
      fontSize: TABLE_SIZE,
      valign: 'middle',
      margin: [0.04, CELL_SIDE, 0.04, CELL_SIDE],
      border,
    },
  )
}

/** Returns the text of each slide, the title slide first. */
export function slideTexts(product: Product, deck: Deck): string[] {
  return [
    [deck.title, deck.subtitle || product.summary.join(' ')].join('\n'),
    ...deck.slides.map((slide) =>
      [
        slide.title,
        ...slide.lists.flatMap((list) => [list.heading, ...list.items.map(plainText)]),
        slide.drawing?.caption ?? '',
        ...(slide.table ? [slide.table.header.join(' | '), ...slide.table.rows.map((row) => row.join(' | '))] : []),
        slide.message,
        slide.source,
      ]
        .filter(Boolean)
        .join('\n'),
    ),
  ]
}
