// Writes document blocks as a Word file with real styles, heading numbers, captions and a table of contents.
import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  NumberFormat,
  Packer,
  PageBreak,
  PageNumber,
  PageOrientation,
  Paragraph,
  SimpleField,
  ShadingType,
  Table,
  TableCell,
  TableOfContents,
  TableRow,
  TabStopType,
  TextRun,
  VerticalAlign,
  WidthType,
  type FileChild,
  type IParagraphOptions,
  type ISectionOptions,
  type PageNumberEstimator,
} from 'docx'
import { estimatePageNumbersWith } from 'docx/layout'
import { type Block, type DocumentContent, type Spans, shortTitle } from './blocks.ts'
import { drawPng, readDrawing } from './drawings.ts'
import { LETTERS } from './exam.ts'
import { normaliseOfficeFile } from './office-zip.ts'
import type { Printed } from './office.ts'
import { palette } from './palette.ts'
import { formatDate, originOf, type Product, useOf } from './product.ts'
import { stepsFrom, WORD_PAGE, wordNumbering, wordStyles, type Look } from './word-styles.ts'

const HEADINGS = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const
/** A picture's size is given at 96 pixels an inch, widths of pages in twentieths of a point. */
const TWIPS_PER_PIXEL = 15
/** Pixels: a drawing leaves room for text on its page. */
const MAX_FIGURE_HEIGHT = 530
type TableBlock = Extract<Block, { type: 'table' }>
/** Counts ordered lists, because each starts at its own first number. `headings` is the numbering of headings. */
type State = {
  look: Look
  headings: 'chapters' | 'decimal'
  lists: number
  textWidth: number
  isTemplate: boolean
  pictures: Map<string, Picture>
}
type Picture = { png: Uint8Array; width: number; height: number }
type Part = { isLandscape: boolean; isPreliminary: boolean; blocks: Block[] }

/**
 * Returns the bytes of the DOCX. The same content gives the same bytes.
 * @param printed the printed document, whose pages the contents and the list of tables show.
 */
export async function writeWord(
  product: Product,
  content: DocumentContent,
  printed: Printed = { headings: [], texts: [] },
): Promise<Uint8Array> {
  const document = new Document({
    title: content.title,
    creator: 'Lamplight',
    lastModifiedBy: 'Lamplight',
    description: product.summary.join(' '),
    pageNumbers: pageNumbersOf(content, printed),
    styles: wordStyles(content.look),
    numbering: wordNumbering(listStarts(content.blocks)),
    sections: splitSections(product, content, await drawPictures(content.blocks), printed),
  })
  return normaliseOfficeFile(new Uint8Array(await Packer.toBuffer(document)), product.updated)
}

/** Numbers the entries of the contents by the printed pages, or by an estimate before the document is printed. */
function pageNumbersOf(content: DocumentContent, { headings }: Printed): PageNumberEstimator {
  const estimate = estimatePageNumbersWith({ guess: true })
  if (headings.length === 0) return estimate
  const levels = content.titlePage ? 3 : 2
  const written = content.blocks.filter((block) => block.type === 'heading')
  const labels = pageLabels(content, headings).filter((_label, at) => (written[at]?.level ?? 1) <= levels)
  return Object.assign(
    (...[body, context]: Parameters<PageNumberEstimator>) => {
      const estimated = estimate(body, context)
      const names = [...estimated.bookmarks.keys()]
      // A document without contents has no bookmarks.
      if (names.length === 0) return estimated
      if (written.length !== headings.length || labels.length !== names.length) {
        throw new Error(`${written.length} headings were written and ${headings.length} printed`)
      }
      return { ...estimated, bookmarks: new Map(names.map((name, at) => [name, labels[at] ?? ''])) }
    },
    estimate.listNumbers ? { listNumbers: estimate.listNumbers } : {},
  )
}

/** Returns the page of each heading as the page shows it: Roman before the first chapter of a template. */
function pageLabels(content: DocumentContent, headings: Printed['headings']): string[] {
  const preliminary = preliminaryPages(content, headings)
  return headings.map(({ page }) => (page > preliminary ? String(page - preliminary) : toRoman(page)))
}

/** Returns the number of pages before the first chapter of a template. */
function preliminaryPages({ titlePage, blocks }: DocumentContent, headings: Printed['headings']): number {
  const first = titlePage
    ? blocks.filter((block) => block.type === 'heading').findIndex(({ number }) => number.startsWith('CHAPTER'))
    : -1
  return (headings[first]?.page ?? 1) - 1
}

/** Draws the drawings of a document. */
async function drawPictures(blocks: readonly Block[]): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>()
  for (const block of blocks) {
    if (block.type === 'figure' && !pictures.has(block.drawing)) {
      const drawing = readDrawing(block.drawing)
      pictures.set(block.drawing, { png: await drawPng(drawing), width: drawing.width, height: drawing.height })
    }
  }
  return pictures
}

function splitSections(
  product: Product,
  content: DocumentContent,
  pictures: State['pictures'],
  printed: Printed,
): ISectionOptions[] {
  const isTemplate = content.titlePage !== undefined
  const hasChapters = content.blocks.some((block) => block.type === 'heading' && block.number.startsWith('CHAPTER'))
  const headings = hasChapters ? 'chapters' : 'decimal'
  const state: State = {
    look: content.look,
    headings,
    lists: 0,
    textWidth: WORD_PAGE.width - 2 * WORD_PAGE.margin,
    isTemplate,
    pictures,
  }
  const parts = splitParts(content)
  return parts.map(({ isLandscape, isPreliminary, blocks }, index) => {
    state.textWidth = (isLandscape ? WORD_PAGE.height : WORD_PAGE.width) - 2 * WORD_PAGE.margin
    const isFirstChapter = isTemplate && !isPreliminary && parts[index - 1]?.isPreliminary === true
    return {
      properties: {
        titlePage: index === 0 && content.cover,
        page: {
          size: {
            width: WORD_PAGE.width,
            height: WORD_PAGE.height,
            ...(isLandscape ? { orientation: PageOrientation.LANDSCAPE } : {}),
          },
          margin: { top: 1440, bottom: 1300, left: WORD_PAGE.margin, right: WORD_PAGE.margin, header: 620, footer: 500 },
          ...(isPreliminary ? { pageNumbers: { formatType: NumberFormat.LOWER_ROMAN } } : {}),
          ...(isFirstChapter ? { pageNumbers: { start: 1, formatType: NumberFormat.DECIMAL } } : {}),
        },
      },
      headers: {
        default: isTemplate ? new Header({ children: [new Paragraph('')] }) : header(content, state),
        first: new Header({ children: [new Paragraph('')] }),
      },
      footers: {
        default: isTemplate ? pageNumberFooter() : footer(product, state, true),
        first: footer(product, state, false),
      },
      children: [
        ...(index === 0 ? createFrontMatter(product, content) : []),
        // A page break of its own would leave an empty page after contents that fill one.
        ...blocksToWord(blocks, state, index === 0 && content.cover && !isTemplate),
        ...(isPreliminary && !parts[index + 1]?.isPreliminary ? templateContents(content, printed) : []),
      ],
    }
  })
}

/** Splits the blocks where the page orientation changes, and a template where its first chapter begins. */
function splitParts(content: DocumentContent): Part[] {
  const parts: Part[] = [{ isLandscape: false, isPreliminary: content.titlePage !== undefined, blocks: [] }]
  for (const block of content.blocks) {
    const last = parts.at(-1)
    if (block.type === 'landscape') {
      parts.push({ isLandscape: block.on, isPreliminary: last?.isPreliminary ?? false, blocks: [] })
    } else if (last?.isPreliminary && block.type === 'heading' && block.number.startsWith('CHAPTER')) {
      parts.push({ isLandscape: false, isPreliminary: false, blocks: [block] })
    } else {
      last?.blocks.push(block)
    }
  }
  return parts.filter(({ blocks }, index) => index === 0 || blocks.length > 0)
}

function createFrontMatter(product: Product, content: DocumentContent): FileChild[] {
  if (content.titlePage) return createTitlePage(content.titlePage)
  return content.cover ? [...coverParagraphs(product, content), ...contentsParagraphs()] : titleParagraphs(product, content)
}

/** Returns the title page. The first line is the title of the project. */
const createTitlePage = (lines: string[]): FileChild[] => [
  ...lines.map(
    (line, index) =>
      new Paragraph({
        alignment: AlignmentType.CENTER,
        spacing: { before: index === 0 ? 1200 : 0, after: 480 },
        children: [new TextRun({ text: line, bold: index === 0 })],
      }),
  ),
  new Paragraph({ children: [new PageBreak()] }),
]

const templateContents = (content: DocumentContent, printed: Printed): FileChild[] => [
  new Paragraph({ style: 'ContentsTitle', text: 'Table of contents', pageBreakBefore: true }),
  new TableOfContents('Contents', { hyperlink: true, headingStyleRange: '1-3' }),
  new Paragraph({ style: 'ContentsTitle', text: 'List of tables', pageBreakBefore: true }),
  new TableOfContents('Tables', {
    captionLabelIncludingNumbers: 'Table',
    cachedEntries: content.blocks.flatMap((block) =>
      block.type === 'table' && block.caption !== ''
        ? [tableEntry(`Table ${block.number}. ${block.caption}`, content, printed)]
        : [],
    ),
  }),
]

/** Returns the line of a table in the list of tables. Its page is the last one that has the caption: the list has it too. */
function tableEntry(title: string, content: DocumentContent, { headings, texts }: Printed) {
  const at = texts.findLastIndex((text) => text.replaceAll(/\s+/g, ' ').includes(title))
  return { title, level: 1, ...(at < 0 ? {} : { page: at + 1 - preliminaryPages(content, headings) }) }
}

const pageNumberFooter = () =>
  new Footer({
    children: [
      new Paragraph({
        style: 'Small',
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ children: [PageNumber.CURRENT] })],
      }),
    ],
  })

const rightTab = (state: State) => [{ type: TabStopType.RIGHT, position: state.textWidth }]
const hairline = { style: BorderStyle.SINGLE, size: 4, color: palette.line, space: 4 }
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }

const header = (content: DocumentContent, state: State) =>
  new Header({
    children: [
      new Paragraph({
        style: 'Small',
        tabStops: rightTab(state),
        border: { bottom: hairline },
        children: [new TextRun(shortTitle(content.title)), new TextRun({ text: `\t${content.kicker}`, color: palette.amber })],
      }),
    ],
  })

const footer = (product: Product, state: State, hasNumber: boolean) =>
  new Footer({
    children: [
      ...(product.notice
        ? [
            new Paragraph({
              style: 'Small',
              alignment: AlignmentType.CENTER,
              children: [new TextRun({ text: product.notice, italics: true, color: palette.amber })],
            }),
          ]
        : []),
      ...(hasNumber
        ? [
            new Paragraph({
              style: 'Small',
              tabStops: rightTab(state),
              border: { top: hairline },
              children: [new TextRun({ children: ['Lamplight\t', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] })],
            }),
          ]
        : []),
      // A footer has at least one paragraph.
      ...(product.notice || hasNumber ? [] : [new Paragraph('')]),
    ],
  })

const coverParagraphs = (product: Product, content: DocumentContent) => [
  new Paragraph({ style: 'CoverKicker', text: content.kicker.toUpperCase() }),
  new Paragraph({
    style: 'CoverTitle',
    text: content.title,
    border: { bottom: { style: BorderStyle.SINGLE, size: 12, color: palette.glow, space: 14 } },
  }),
  new Paragraph({ style: 'CoverLine', text: content.subtitle || product.summary.join(' ') }),
  new Paragraph({
    style: 'CoverLine',
    spacing: { before: 600 },
    children: [new TextRun({ text: product.subject_area, bold: true })],
  }),
  new Paragraph({ style: 'CoverLine', text: product.level }),
  new Paragraph({ style: 'CoverLine', text: `Lamplight, ${formatDate(product.updated)}` }),
  new Paragraph({ style: 'CoverLine', spacing: { before: 300 }, text: originOf(product) }),
  new Paragraph({ style: 'CoverLine', text: useOf(product) }),
  new Paragraph({ children: [new PageBreak()] }),
]

const ROMAN = [
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const

function toRoman(page: number): string {
  const [digits, value] = ROMAN.find(([, least]) => page >= least) ?? ['', 0]
  return value === 0 ? '' : digits + toRoman(page - value)
}

const contentsParagraphs = (): FileChild[] => [
  new Paragraph({ style: 'ContentsTitle', text: 'Contents' }),
  new TableOfContents('Contents', { hyperlink: true, headingStyleRange: '1-2' }),
]

const titleParagraphs = (product: Product, content: DocumentContent) => [
  new Paragraph({ style: 'CoverKicker', spacing: { before: 0 }, text: content.kicker.toUpperCase() }),
  new Paragraph({ style: 'CoverTitle', text: content.title }),
  new Paragraph({ style: 'CoverLine', text: content.subtitle || product.summary.join(' '), spacing: { after: 300 } }),
]

function blocksToWord(blocks: readonly Block[], state: State, mustBreak = false): FileChild[] {
  return blocks.flatMap((block, index): FileChild[] => {
    if (block.type === 'page break') {
      mustBreak = true
      return []
    }
    const options: IParagraphOptions = mustBreak ? { pageBreakBefore: true } : {}
    mustBreak = false
    const children = blockToWord(block, state, options)
    // The space below a table would begin a page of its own where the table fills its page.
    const hasSpace = block.type === 'table' || (block.type === 'box' && !state.isTemplate)
    return hasSpace && startsPage(blocks[index + 1]) ? children.slice(0, -1) : children
  })
}

const startsPage = (block: Block | undefined) =>
  block?.type === 'page break' || (block?.type === 'heading' && block.number.startsWith('CHAPTER'))

function blockToWord(block: Block, state: State, options: IParagraphOptions): FileChild[] {
  switch (block.type) {
    case 'heading':
      return [headingToWord(block, state, options)]
    case 'paragraph':
      return [
        new Paragraph({
          ...options,
          ...(state.look === 'report' ? { alignment: AlignmentType.LEFT } : {}),
          children: runs(block.spans),
        }),
      ]
    case 'list':
      return listToWord(block, state, 0)
    case 'table':
      return tableToWord(block, state, options)
    case 'question':
      return [
        new Paragraph({
          keepNext: true,
          keepLines: true,
          indent: { left: 480, hanging: 480 },
          spacing: { before: 120, after: 60 },
          tabStops: [{ type: TabStopType.LEFT, position: 480 }],
          children: [new TextRun({ text: `${block.number}.\t`, bold: true, color: palette.teal }), ...runs(block.stem)],
        }),
        ...block.options.map(
          (option, index) =>
            new Paragraph({
              keepNext: index < block.options.length - 1,
              keepLines: true,
              indent: { left: 900, hanging: 420 },
              spacing: { after: index < block.options.length - 1 ? 20 : 140, line: 270 },
              tabStops: [{ type: TabStopType.LEFT, position: 900 }],
              children: [new TextRun({ text: `${LETTERS[index]}.\t`, color: palette.teal }), ...runs(option)],
            }),
        ),
      ]
    case 'figure':
      return figureToWord(block, state, options)
    case 'references':
      return block.entries.map(
        (entry) => new Paragraph({ indent: { left: 480, hanging: 480 }, keepLines: true, children: runs(entry) }),
      )
    case 'box':
      return state.isTemplate ? guidanceToWord(block.blocks) : boxToWord(block.blocks, state)
    default:
      return []
  }
}

function figureToWord(block: Extract<Block, { type: 'figure' }>, state: State, options: IParagraphOptions): FileChild[] {
  const picture = state.pictures.get(block.drawing)
  if (!picture) throw new Error(`The drawing ${block.drawing} is not at the level of the document`)
  const scale = Math.min(state.textWidth / TWIPS_PER_PIXEL / picture.width, MAX_FIGURE_HEIGHT / picture.height)
  return [
    new Paragraph({
      ...options,
      alignment: AlignmentType.CENTER,
      keepNext: true,
      spacing: { before: 160, after: 80 },
      children: [
        new ImageRun({
          type: 'png',
          data: picture.png,
          transformation: { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) },
          altText: { name: block.drawing, title: block.caption, description: block.caption },
        }),
      ],
    }),
    new Paragraph({
      style: 'Caption',
      keepNext: false,
      spacing: { before: 0, after: 200 },
      children: [
        new TextRun('Figure '),
        new SimpleField('SEQ Figure \\* ARABIC', String(block.number)),
        new TextRun(`. ${block.caption}`),
      ],
    }),
  ]
}

function headingToWord(block: Extract<Block, { type: 'heading' }>, state: State, options: IParagraphOptions): Paragraph {
  const isChapter = block.number.startsWith('CHAPTER')
  return new Paragraph({
    ...options,
    heading: HEADINGS[block.level],
    ...(block.number === '' ? {} : { numbering: { reference: state.headings, level: block.level - 1 } }),
    ...(isChapter ? { alignment: AlignmentType.CENTER, pageBreakBefore: true } : {}),
    children: isChapter ? [new TextRun(block.number), new TextRun({ text: block.text, break: 1 })] : [new TextRun(block.text)],
  })
}

function runs(spans: Spans): (TextRun | ExternalHyperlink)[] {
  return spans.flatMap(({ text, bold, italic, mark, link }): (TextRun | ExternalHyperlink)[] =>
    link
      ? [new ExternalHyperlink({ link, children: [new TextRun(text)] })]
      : text.split('\n').map(
          (part, index) =>
            new TextRun({
              text: part,
              ...(index > 0 ? { break: 1 } : {}),
              ...(bold ? { bold } : {}),
              ...(italic ? { italics: true } : {}),
              ...(mark ? { shading: { type: ShadingType.CLEAR, fill: palette.mark, color: 'auto' }, color: palette.amber } : {}),
            }),
        ),
  )
}

function listStarts(blocks: readonly Block[]): number[] {
  return blocks.flatMap((block) => {
    if (block.type === 'box') return listStarts(block.blocks)
    return block.type === 'list' ? [block.start, ...block.items.flatMap(({ children }) => listStarts(children))] : []
  })
}

function listToWord(block: Extract<Block, { type: 'list' }>, state: State, level: number): FileChild[] {
  state.lists += 1
  const instance = state.lists
  return block.items.flatMap(({ spans, children, isTask }) => [
    isTask
      ? new Paragraph({
          indent: { left: 400, hanging: 400 },
          tabStops: [{ type: TabStopType.LEFT, position: 400 }],
          spacing: { after: 60 },
          children: [new TextRun('☐\t'), ...runs(spans)],
        })
      : new Paragraph({
          numbering: { reference: block.ordered ? stepsFrom(block.start) : 'bullets', level, instance },
          children: runs(spans),
        }),
    ...children.flatMap((child) => (child.type === 'list' ? listToWord(child, state, level + 1) : blockToWord(child, state, {}))),
  ])
}

function tableToWord(block: TableBlock, state: State, options: IParagraphOptions): FileChild[] {
  const total = block.widths.reduce((sum, width) => sum + width, 0)
  const widths = block.widths.map((width) => Math.floor((width / total) * state.textWidth))
  const cell = (spans: Spans, column: number, fill?: string, isHeader = false) =>
    new TableCell({
      width: { size: widths[column] ?? 1000, type: WidthType.DXA },
      verticalAlign: VerticalAlign.TOP,
      margins: { left: 100, right: 100, top: 30, bottom: 30 },
      ...(fill ? { shading: { type: ShadingType.CLEAR, fill, color: 'auto' } } : {}),
      children: [
        new Paragraph({
          style: 'Cell',
          children: isHeader
            ? [new TextRun({ text: spans.map(({ text }) => text).join(''), bold: true, color: 'ffffff' })]
            : runs(spans),
        }),
      ],
    })
  return [
    ...(block.caption === ''
      ? []
      : [
          new Paragraph({
            ...options,
            style: 'Caption',
            children: [
              new TextRun('Table '),
              new SimpleField('SEQ Table \\* ARABIC', String(block.number)),
              new TextRun(`. ${block.caption}`),
            ],
          }),
        ]),
    new Table({
      width: { size: state.textWidth, type: WidthType.DXA },
      columnWidths: widths,
      borders: {
        top: { ...hairline, space: 0 },
        bottom: { ...hairline, space: 0 },
        left: none,
        right: none,
        insideHorizontal: { ...hairline, space: 0 },
        insideVertical: { ...hairline, space: 0 },
      },
      rows: [
        new TableRow({
          tableHeader: true,
          cantSplit: true,
          children: block.header.map((spans, column) => cell(spans, column, palette.teal, true)),
        }),
        ...block.rows.map(
          (row, index) =>
            new TableRow({
              cantSplit: true,
              children: row.map((spans, column) =>
                cell(spans, column, index % 2 === 1 && state.look === 'guide' ? palette.shade : undefined),
              ),
            }),
        ),
      ],
    }),
    new Paragraph({ spacing: { after: 80, line: 200 }, children: [] }),
  ]
}

/** Returns guidance as paragraphs of one style, which a student selects and deletes. */
function guidanceToWord(blocks: Block[]): FileChild[] {
  return blocks.flatMap((block) => {
    if (block.type === 'paragraph') return [new Paragraph({ style: 'Guidance', children: runs(block.spans) })]
    if (block.type !== 'list') throw new Error(`The guidance of a template has a ${block.type}; it shows paragraphs and lists`)
    return block.items.map(
      ({ spans }, index) =>
        new Paragraph({
          style: 'Guidance',
          indent: { left: 560, hanging: 360 },
          tabStops: [{ type: TabStopType.LEFT, position: 560 }],
          children: [new TextRun(block.ordered ? `${block.start + index}.\t` : '•\t'), ...runs(spans)],
        }),
    )
  })
}

function boxToWord(blocks: Block[], state: State): FileChild[] {
  return [
    new Table({
      width: { size: state.textWidth, type: WidthType.DXA },
      columnWidths: [state.textWidth],
      borders: { top: none, bottom: none, right: none, left: { style: BorderStyle.SINGLE, size: 24, color: palette.teal } },
      rows: [
        new TableRow({
          cantSplit: true,
          children: [
            new TableCell({
              width: { size: state.textWidth, type: WidthType.DXA },
              shading: { type: ShadingType.CLEAR, fill: palette.mist, color: 'auto' },
              margins: { left: 180, right: 180, top: 100, bottom: 60 },
              children: blocksToWord(blocks, state) as Paragraph[],
            }),
          ],
        }),
      ],
    }),
    new Paragraph({ spacing: { after: 80, line: 200 }, children: [] }),
  ]
}
