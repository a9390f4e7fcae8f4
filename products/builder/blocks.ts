/** Document content between the Markdown or YAML source and the PDF or Word writer. */
/** `link` is a web address that can be followed. */
export type Span = { text: string; bold?: boolean; italic?: boolean; mark?: boolean; link?: string }
export type Spans = Span[]
export type ListItem = { spans: Spans; children: Block[]; isTask?: boolean }

export type Block =
  | { type: 'heading'; level: 1 | 2 | 3; text: string; number: string; isInContents?: boolean }
  | { type: 'paragraph'; spans: Spans }
  | { type: 'list'; ordered: boolean; start: number; items: ListItem[]; isContinued?: boolean }
  | { type: 'table'; number: number; caption: string; header: Spans[]; rows: Spans[][]; widths: number[]; wide: boolean }
  | { type: 'question'; number: number; stem: Spans; options: Spans[] }
  | { type: 'box'; blocks: Block[] }
  /** A drawing of products/drawings. */
  | { type: 'figure'; number: number; caption: string; drawing: string }
  | { type: 'references'; entries: Spans[] }
  | { type: 'page break' }
  | { type: 'landscape'; on: boolean }

export type DocumentContent = {
  /** The line above the title on the cover, such as "Handout". */
  kicker: string
  title: string
  subtitle: string
  /** "report" is a plain study document in Times New Roman with wide line spacing, as schools ask for. */
  look: 'guide' | 'report'
  cover: boolean
  /**
   * Lines of a title page. They make the Word file a template for a student's own text: without our name, with Roman
   * page numbers before chapter one, contents and list of tables before it, and boxes as paragraphs of one style to
   * delete at once.
   */
  titlePage?: string[]
  blocks: Block[]
}

/** Returns a title that fits one line of a page header, cut at a word. */
export function shortTitle(title: string, maxLength = 70): string {
  if (title.length <= maxLength) return title
  const words = title
    .slice(0, maxLength - 1)
    .split(' ')
    .slice(0, -1)
  return `${words.join(' ').replace(/[,:;]$/, '')}…`
}

export function plainText(spans: Spans): string {
  return spans.map(({ text }) => text).join('')
}

/** Returns the headings of levels 1 and 2 with their numbers. */
export function contentsList(blocks: readonly Block[], levels = 1): string[] {
  return blocks.flatMap((block) =>
    block.type === 'heading' && block.level <= levels ? [`${block.number} ${block.text}`.trim()] : [],
  )
}

/** Returns all text of the blocks in reading order, one string for each paragraph, item or cell. */
export function allText(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.type) {
      case 'heading':
        return [block.text]
      case 'paragraph':
        return [plainText(block.spans)]
      case 'list':
        return block.items.flatMap(({ spans, children }) => [plainText(spans), ...allText(children)])
      case 'table':
        return [block.caption, ...[block.header, ...block.rows].flat().map(plainText)]
      case 'question':
        return [block.stem, ...block.options].map(plainText)
      case 'box':
        return allText(block.blocks)
      case 'figure':
        return [block.caption]
      case 'references':
        return block.entries.map(plainText)
      default:
        return []
    }
  })
}
