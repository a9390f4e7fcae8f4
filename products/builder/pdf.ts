// Writes document blocks as a PDF in pure Node.
import type { Content, ContentTable, TDocumentDefinitions, DynamicContent } from 'pdfmake/interfaces.d.ts'
import { type Block, type DocumentContent, type Spans, plainText, shortTitle } from './blocks.ts'
import { readDrawing } from './drawings.ts'
import { LETTERS } from './exam.ts'
import { palette } from './palette.ts'
import { coverBackground, coverPage, titleBlock } from './pdf-cover.ts'
import { PAGE, pdfmake } from './pdf-theme.ts'
import type { Product } from './product.ts'

const colour = (name: keyof typeof palette) => `#${palette[name]}`

/** Returns the bytes of the PDF. The same content gives the same bytes. */
export async function writePdf(product: Product, content: DocumentContent): Promise<Uint8Array> {
  return new Uint8Array(await pdfmake.createPdf(toPdfDefinition(product, content)).getBuffer())
}

function toPdfDefinition(product: Product, content: DocumentContent): TDocumentDefinitions {
  const isReport = content.look === 'report'
  const hasLandscape = content.blocks.some(({ type }) => type === 'landscape')
  return {
    pageSize: 'A4',
    pageMargins: [PAGE.margin, PAGE.top, PAGE.margin, product.notice ? PAGE.bottom + 12 : PAGE.bottom],
    info: {
      title: content.title,
      author: 'Lamplight',
      subject: product.summary.join(' '),
      creator: 'Lamplight',
      producer: 'Lamplight',
      creationDate: new Date(`${product.updated}T00:00:00Z`),
      modDate: new Date(`${product.updated}T00:00:00Z`),
    },
    language: 'en-GB',
    displayTitle: true,
    defaultStyle: {
      font: isReport ? 'Serif' : 'Sans',
      fontSize: isReport ? 11 : 10.5,
      lineHeight: isReport ? 1.5 : 1.24,
      color: colour('ink'),
    },
    background: content.cover ? (page) => (page === 1 ? coverBackground() : null) : undefined,
    header: header(product, content),
    footer: footer(product, content),
    content: [
      ...(content.cover ? [...coverPage(product, content), contentsPage()] : [titleBlock(product, content)]),
      ...blocksToPdf(listInContents(content.blocks), !hasLandscape),
    ],
  }
}

const contentsPage = (): Content => ({
  toc: {
    title: { text: 'Contents', font: 'Serif', bold: true, fontSize: 20, color: colour('teal'), margin: [0, 0, 0, 14] },
    numberStyle: { color: colour('soft'), fontSize: 9.5, lineHeight: 1.08 },
  },
  pageBreak: 'after',
})

function header(product: Product, content: DocumentContent): DynamicContent {
  return (page, _count, size) =>
    page === 1
      ? null
      : {
          margin: [PAGE.margin, 34, PAGE.margin, 0],
          stack: [
            {
              columns: [
                { text: shortTitle(content.title), fontSize: 8.5, color: colour('soft'), width: '*' },
                { text: content.kicker, fontSize: 8.5, color: colour('amber'), width: 'auto', alignment: 'right' },
              ],
            },
            {
              canvas: [
                {
                  type: 'line',
                  x1: 0,
                  y1: 4,
                  x2: size.width - 2 * PAGE.margin,
                  y2: 4,
                  lineWidth: 0.6,
                  lineColor: colour('line'),
                },
              ],
            },
          ],
        }
}

function footer(product: Product, content: DocumentContent): DynamicContent {
  return (page, count, size) => {
    const isCover = content.cover && page === 1
    return {
      margin: [PAGE.margin, product.notice ? 14 : 22, PAGE.margin, 0],
      stack: [
        ...(product.notice
          ? [
              {
                text: product.notice,
                fontSize: 8.5,
                italics: true,
                alignment: 'center' as const,
                color: isCover ? colour('foil') : colour('amber'),
              },
            ]
          : []),
        ...(isCover
          ? []
          : [
              {
                canvas: [
                  {
                    type: 'line' as const,
                    x1: 0,
                    y1: 4,
                    x2: size.width - 2 * PAGE.margin,
                    y2: 4,
                    lineWidth: 0.6,
                    lineColor: colour('line'),
                  },
                ],
              },
              {
                margin: [0, 5, 0, 0] as [number, number, number, number],
                columns: [
                  { text: 'Lamplight', fontSize: 8.5, color: colour('soft') },
                  { text: `${page} of ${count}`, fontSize: 8.5, color: colour('soft'), alignment: 'right' as const },
                ],
              },
            ]),
      ],
    }
  }
}

const spansToPdf = (spans: Spans): Content[] =>
  spans.map(({ text, bold, italic, mark, link }) => ({
    text,
    ...(bold ? { bold } : {}),
    ...(italic ? { italics: true } : {}),
    ...(link ? { link } : {}),
    ...(mark ? { background: colour('mark'), color: colour('amber') } : {}),
  }))

/** Marks the headings for the contents page: two levels, or the first alone when the list would not fit one page. */
function listInContents(blocks: Block[]): Block[] {
  const count = blocks.filter((block) => block.type === 'heading' && block.level <= 2).length
  const levels = count > MAX_CONTENTS_LINES ? 1 : 2
  return blocks.map((block) => (block.type === 'heading' ? { ...block, isInContents: block.level <= levels } : block))
}

const MAX_CONTENTS_LINES = 34

const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin
/** Points: a drawing leaves room for text on its page. */
const MAX_FIGURE_HEIGHT = 400
/** The hanging indent of references, in points. */
const HANGING = 24

/** A table of up to this many lines is moved to the next page rather than divided. */
const MAX_KEPT_LINES = 22
const MAX_KEPT_LINES_LARGE = 34
/** A paragraph of up to this many characters between a heading and a table stays with both. */
const MAX_INSTRUCTION_LENGTH = 110
/** This many items of a list stay with the heading above it. */
const KEPT_ITEMS = 2

const HEADINGS = {
  1: { fontSize: 17, margin: [0, 16, 0, 6], color: colour('teal') },
  2: { fontSize: 13.5, margin: [0, 13, 0, 5], color: colour('ink') },
  3: { fontSize: 11.5, margin: [0, 9, 0, 3], color: colour('teal') },
} as const

function blocksToPdf(blocks: readonly Block[], isTop = false): Content[] {
  const content: Content[] = []
  let breakBefore: { pageBreak?: 'before'; pageOrientation?: 'portrait' | 'landscape' } = {}
  let headings: Content[] = []
  let isLandscape = false
  const add = (nodes: Content[], isKeptTogether: boolean) => {
    content.push({ stack: nodes, unbreakable: isKeptTogether, ...breakBefore })
    breakBefore = {}
    headings = []
  }
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'landscape') {
      isLandscape = block.on
      breakBefore = { pageBreak: 'before', pageOrientation: block.on ? 'landscape' : 'portrait' }
    } else if (block.type === 'page break') {
      breakBefore = { ...breakBefore, pageBreak: 'before' }
    } else if (block.type === 'heading') {
      if (block.number.startsWith('CHAPTER') && content.length > 0) breakBefore = { ...breakBefore, pageBreak: 'before' }
      const isFirst = headings.length === 0 && ((isTop && content.length === 0) || breakBefore.pageBreak === 'before')
      headings.push(blockToPdf(block, isFirst))
    } else if (isInstruction(block) && headings.length > 0 && blocks[index + 1]?.type === 'table') {
      // An instruction stays with its heading and with the table that it belongs to.
      headings.push(blockToPdf(block))
    } else if (block.type === 'list' && headings.length > 0 && block.items.length > KEPT_ITEMS) {
      // A heading stays with the first items; the rest of the list may go to the next page.
      add([...headings, blockToPdf({ ...block, items: block.items.slice(0, KEPT_ITEMS), isContinued: true })], true)
      add([blockToPdf({ ...block, items: block.items.slice(KEPT_ITEMS), start: block.start + KEPT_ITEMS })], false)
    } else {
      add(
        [...headings, blockToPdf(block)],
        block.type !== 'list' && block.type !== 'references' && (block.type !== 'table' || isShort(block, isLandscape)),
      )
    }
  }
  if (headings.length > 0) add(headings, true)
  return content
}

const isInstruction = (block: Block): block is Extract<Block, { type: 'paragraph' }> =>
  block.type === 'paragraph' && plainText(block.spans).length <= MAX_INSTRUCTION_LENGTH

function blockToPdf(block: Exclude<Block, { type: 'landscape' | 'page break' }>, isFirst = false): Content {
  switch (block.type) {
    case 'heading': {
      const { margin, ...style } = HEADINGS[block.level]
      const isChapter = block.number.startsWith('CHAPTER')
      return {
        text: isChapter ? `${block.number}\n${block.text}` : `${block.number} ${block.text}`.trim(),
        font: 'Serif',
        bold: true,
        lineHeight: 1.15,
        ...style,
        margin: isFirst ? [0, 0, 0, margin[3]] : [...margin],
        ...(block.isInContents
          ? {
              tocItem: true,
              tocMargin: [block.level === 1 ? 0 : 14, block.level === 1 ? 3 : 0, 0, 0],
              tocStyle: { bold: block.level === 1, fontSize: 9.5, lineHeight: 1.08 },
            }
          : {}),
      } as unknown as Content
    }
    case 'paragraph':
      return { text: spansToPdf(block.spans), margin: [0, 0, 0, 7] }
    case 'list':
      return {
        margin: [0, 0, 0, block.isContinued ? 0 : 5],
        stack: block.items.map(({ spans, children, isTask }, index) => ({
          margin: [0, 0, 0, 3] as [number, number, number, number],
          columns: [
            {
              text: isTask ? '☐' : block.ordered ? `${block.start + index}.` : '•',
              width: isTask ? 18 : block.ordered ? 22 : 13,
              color: colour('teal'),
              bold: block.ordered,
            },
            children.length === 0
              ? { text: spansToPdf(spans) }
              : { stack: [{ text: spansToPdf(spans), margin: [0, 0, 0, 3] }, ...blocksToPdf(children)] },
          ],
        })),
      }
    case 'table':
      return tableToPdf(block)
    case 'question':
      return {
        unbreakable: true,
        margin: [0, 1, 0, 4],
        columns: [
          { text: `${block.number}.`, width: 24, bold: true, color: colour('teal') },
          {
            stack: [
              { text: spansToPdf(block.stem), margin: [0, 0, 0, 3] },
              ...block.options.map((option, index) => ({
                columns: [
                  { text: `${LETTERS[index]}.`, width: 18, color: colour('teal') },
                  { text: spansToPdf(option), width: '*' },
                ],
                margin: [0, 0, 0, 0] as [number, number, number, number],
              })),
            ],
          },
        ],
      }
    case 'figure': {
      const { svg, width, height } = readDrawing(block.drawing)
      return {
        unbreakable: true,
        margin: [0, 4, 0, 12],
        stack: [
          { svg, fit: [TEXT_WIDTH, Math.min(MAX_FIGURE_HEIGHT, (TEXT_WIDTH * height) / width)], alignment: 'center' },
          {
            text: [
              { text: `Figure ${block.number}. `, bold: true, color: colour('teal') },
              { text: block.caption, bold: true },
            ],
            fontSize: 9.5,
            margin: [0, 5, 0, 0],
          },
        ],
      }
    }
    case 'references':
      return {
        stack: block.entries.map((entry) => ({
          text: spansToPdf(entry),
          margin: [HANGING, 0, 0, 6] as [number, number, number, number],
          leadingIndent: -HANGING,
        })),
      }
    default:
      return {
        margin: [0, 4, 0, 12],
        table: {
          widths: ['*'],
          dontBreakRows: true,
          body: [[{ stack: blocksToPdf(block.blocks), fillColor: colour('mist'), margin: [4, 5, 4, 0] }]],
        },
        layout: {
          hLineWidth: () => 0,
          vLineWidth: (line: number) => (line === 0 ? 3 : 0),
          vLineColor: () => colour('teal'),
        },
      }
  }
}

function isShort(block: Extract<Block, { type: 'table' }>, isLandscape: boolean): boolean {
  // A scale of a questionnaire, which has no caption, stays whole if half a page holds it.
  const max = isLandscape || block.caption === '' ? MAX_KEPT_LINES_LARGE : MAX_KEPT_LINES
  return estimatedLines(block, isLandscape ? 145 : 95) <= max
}

/** Estimates how many lines of text a table takes, to decide whether it stays on one page. */
function estimatedLines(block: Extract<Block, { type: 'table' }>, charactersAcross: number): number {
  const total = block.widths.reduce((sum, width) => sum + width, 0)
  const cellLines = (cell: Spans, column: number) =>
    plainText(cell)
      .split('\n')
      .reduce((sum, line) => sum + Math.ceil((line.length + 1) / ((charactersAcross * (block.widths[column] ?? 1)) / total)), 0)
  return [block.header, ...block.rows].reduce((sum, row) => sum + Math.max(...row.map(cellLines)) + 0.6, 0)
}

function tableToPdf(block: Extract<Block, { type: 'table' }>): Content {
  const total = block.widths.reduce((sum, width) => sum + width, 0)
  const size = block.header.length > 4 ? 8.5 : 9.5
  // The caption is a header row, so that it repeats with the column heads on each page of a long table.
  const caption =
    block.caption === ''
      ? []
      : [
          [
            {
              text: [
                { text: `Table ${block.number}. `, bold: true, color: colour('teal') },
                { text: block.caption, bold: true },
              ],
              colSpan: block.header.length,
              fontSize: 9.5,
              margin: [-6, 2, 0, 0] as [number, number, number, number],
            },
            ...block.header.slice(1).map(() => ({ text: '' })),
          ],
        ]
  const table: ContentTable = {
    margin: [0, 2, 0, 12],
    fontSize: size,
    lineHeight: 1.16,
    table: {
      headerRows: caption.length + 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      // Padding and lines are not part of a percentage, so the columns share slightly less than the whole width.
      widths: block.widths.map((width) => `${Math.floor((width / total) * 10_000) / 100}%`),
      body: [
        ...caption,
        block.header.map((cell) => ({ text: plainText(cell), bold: true, color: '#ffffff', fillColor: colour('teal') })),
        ...block.rows.map((row, index) =>
          row.map((cell) => ({
            // A row without text would have no height.
            text: row.every((each) => plainText(each) === '') ? '\u00A0' : spansToPdf(cell),
            ...(index % 2 === 1 ? { fillColor: colour('shade') } : {}),
          })),
        ),
      ],
    },
    layout: {
      hLineWidth: (line, node) => (line < caption.length ? 0 : line === node.table.body.length ? 0.8 : 0.4),
      vLineWidth: () => 0,
      hLineColor: () => colour('line'),
      paddingLeft: () => 6,
      paddingRight: () => 6,
      paddingTop: () => 4,
      paddingBottom: () => 4,
    },
  }
  return table
}
