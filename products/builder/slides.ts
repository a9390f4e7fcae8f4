// Reads slides.md: one "## " heading for each slide, "# " for the part that the slides belong to.
import { marked, type Token, type Tokens } from 'marked'
import { type Block, plainText, type Spans } from './blocks.ts'
import { parseMarkdown, parseSpans } from './markdown.ts'

export type SlideList = { heading: string; ordered: boolean; items: Spans[] }
export type Slide = {
  part: string
  title: string
  lists: SlideList[]
  table?: { header: string[]; rows: string[][]; widths: number[] }
  /** A drawing of drawings/, beside the list or alone. */
  drawing?: { name: string; caption: string }
  /** The key sentence, drawn as a band. */
  message: string
  source: string
  notes: string[]
}
export type Deck = { kicker: string; title: string; subtitle: string; openingNotes: string[]; slides: Slide[] }

export const SLIDE_LIMITS = {
  title: 62,
  items: 6,
  item: 118,
  columnItem: 72,
  drawingItems: 5,
  text: 430,
  rows: 7,
  columns: 4,
  cell: 64,
  message: 150,
  source: 110,
  minNotes: 120,
}

/** Parses a deck. @throws Error naming the slide that has something a slide cannot show. */
export function parseDeck(source: string, title: string): Deck {
  const deck: Deck = { kicker: 'Seminar slides', title, subtitle: '', openingNotes: [], slides: [] }
  let part = ''
  let slide: Slide | undefined
  let isNotes = false
  let heading = ''
  let caption = ''
  for (const token of marked.lexer(source)) {
    if (token.type === 'space') continue
    if (token.type === 'heading') {
      const text = plainText(parseSpans(token.text))
      if (token.depth === 3) {
        heading = text
        continue
      }
      heading = ''
      isNotes = false
      if (token.depth === 1) {
        part = text
      } else {
        slide = { part, title: text, lists: [], message: '', source: '', notes: [] }
        deck.slides.push(slide)
      }
      continue
    }
    const text = 'text' in token ? String(token.text) : ''
    if (!slide) {
      readOpening(deck, text)
    } else if (text.startsWith('Source: ')) {
      slide.source = plainText(parseSpans(text))
    } else if (text.startsWith('Notes: ') || isNotes) {
      isNotes = true
      slide.notes.push(plainText(parseSpans(text.replace(/^Notes: /, '').replaceAll('\n', ' '))))
    } else if (text.startsWith('Table: ')) {
      caption = text
    } else {
      addToSlide(slide, token, { heading, caption })
      caption = ''
    }
  }
  return deck
}

/** Reads "Subtitle: ", "Kicker: " and "Notes: " of the title slide, which precede the first slide. */
function readOpening(deck: Deck, text: string): void {
  if (text.startsWith('Subtitle: ')) deck.subtitle = plainText(parseSpans(text.slice(10)))
  else if (text.startsWith('Kicker: ')) deck.kicker = plainText(parseSpans(text.slice(8)))
  else if (text.startsWith('Notes: ') || deck.openingNotes.length > 0)
    deck.openingNotes.push(plainText(parseSpans(text.replace(/^Notes: /, '').replaceAll('\n', ' '))))
  else throw new Error(`slides.md: "${text.slice(0, 40)}" is before the first slide`)
}

function addToSlide(slide: Slide, token: Token, { heading, caption }: { heading: string; caption: string }): void {
  switch (token.type) {
    case 'list': {
      const { ordered, items } = token as Tokens.List
      slide.lists.push({ heading, ordered, items: items.map(({ text }) => parseSpans(text)) })
      return
    }
    case 'table': {
      const block = parseMarkdown(`${caption}\n\n${token.raw}`)[0]
      if (block?.type === 'table')
        slide.table = {
          header: block.header.map(plainText),
          rows: block.rows.map((row) => row.map(plainText)),
          widths: block.widths,
        }
      return
    }
    case 'blockquote':
      slide.message = plainText(parseSpans((token as Tokens.Blockquote).text.trim().replaceAll('\n', ' ')))
      return
    default: {
      const [image, ...others] = token.type === 'paragraph' ? (token as Tokens.Paragraph).tokens : []
      if (image?.type !== 'image' || others.length > 0) {
        throw new Error(
          `slides.md: slide "${slide.title}" has a ${token.type}; a slide shows lists, one table, one drawing and one message`,
        )
      }
      const { href: name, text: drawn } = image as Tokens.Image
      slide.drawing = { name, caption: drawn }
    }
  }
}

/** Returns the slides as a document: each a section with what is on it and what the presenter says. */
export function deckBlocks({ openingNotes, slides }: Deck): Block[] {
  const paragraph = (text: string): Block => ({ type: 'paragraph', spans: [{ text }] })
  const heading = (level: 1 | 2 | 3, text: string): Block => ({ type: 'heading', level, text, number: '' })
  const notes = (texts: readonly string[]): Block[] => (texts.length > 0 ? [{ type: 'box', blocks: texts.map(paragraph) }] : [])
  let figures = 0
  return [
    ...notes(openingNotes),
    ...slides.flatMap((slide, at): Block[] => [
      ...(slide.part !== slides[at - 1]?.part && slide.part !== '' ? [heading(1, slide.part)] : []),
      heading(2, slide.title),
      ...slide.lists.flatMap(({ heading: title, ordered, items }): Block[] => [
        ...(title ? [heading(3, title)] : []),
        { type: 'list', ordered, start: 1, items: items.map((spans) => ({ spans, children: [] })) },
      ]),
      ...(slide.table ? [tableOf(slide.table)] : []),
      ...(slide.drawing
        ? [{ type: 'figure' as const, number: (figures += 1), caption: slide.drawing.caption, drawing: slide.drawing.name }]
        : []),
      ...(slide.message ? [{ type: 'paragraph' as const, spans: [{ text: slide.message, bold: true }] }] : []),
      ...(slide.source ? [paragraph(`Source: ${slide.source}`)] : []),
      ...notes(slide.notes),
    ]),
  ]
}

function tableOf({ header, rows, widths }: NonNullable<Slide['table']>): Block {
  const cell = (text: string): Spans => [{ text }]
  return {
    type: 'table',
    number: 0,
    caption: '',
    header: header.map(cell),
    rows: rows.map((row) => row.map(cell)),
    widths,
    wide: false,
  }
}

/** Returns one sentence for each text that does not fit on its slide. */
export function slideFaults(deck: Deck): string[] {
  return deck.slides.flatMap((slide) => {
    const items = slide.lists.flatMap((list) => list.items.map(plainText))
    const isNarrow = slide.lists.length > 1 || slide.drawing !== undefined
    const maxItem = isNarrow ? SLIDE_LIMITS.columnItem : SLIDE_LIMITS.item
    const rows = slide.table?.rows ?? []
    const faults = [
      slide.title.length > SLIDE_LIMITS.title && `the title has more than ${SLIDE_LIMITS.title} characters`,
      slide.lists.length > 2 && 'there are more than two lists',
      slide.lists.length > 0 && slide.table && 'there is a list beside a table',
      slide.drawing &&
        (slide.table !== undefined || slide.lists.length > 1 || slide.lists.some(({ ordered }) => ordered)) &&
        'beside a drawing there is more than one list of points',
      slide.drawing &&
        items.length > SLIDE_LIMITS.drawingItems &&
        `beside a drawing there are more than ${SLIDE_LIMITS.drawingItems} items`,
      slide.lists.some((list) => list.items.length > SLIDE_LIMITS.items) && `a list has more than ${SLIDE_LIMITS.items} items`,
      items.some((item) => item.length > maxItem) && `an item has more than ${maxItem} characters`,
      items.join('').length > SLIDE_LIMITS.text && `the items have more than ${SLIDE_LIMITS.text} characters together`,
      rows.length > SLIDE_LIMITS.rows && `the table has more than ${SLIDE_LIMITS.rows} rows`,
      (slide.table?.header.length ?? 0) > SLIDE_LIMITS.columns && `the table has more than ${SLIDE_LIMITS.columns} columns`,
      rows.flat().some((cell) => cell.length > SLIDE_LIMITS.cell) && `a cell has more than ${SLIDE_LIMITS.cell} characters`,
      slide.message.length > SLIDE_LIMITS.message && `the message has more than ${SLIDE_LIMITS.message} characters`,
      slide.source.length > SLIDE_LIMITS.source && `the source has more than ${SLIDE_LIMITS.source} characters`,
      slide.notes.join(' ').length < SLIDE_LIMITS.minNotes && `the notes have fewer than ${SLIDE_LIMITS.minNotes} characters`,
      slide.lists.length === 0 && !slide.table && !slide.drawing && slide.message === '' && 'the slide is empty',
    ]
    return faults.filter((fault) => typeof fault === 'string').map((fault) => `slide "${slide.title}": ${fault}`)
  })
}
