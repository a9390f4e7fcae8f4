// Turns a Markdown source into document blocks. products/README.md describes the dialect.
import { marked, type Token, type Tokens } from 'marked'
import { parse } from 'yaml'
import * as v from 'valibot'
import { type Block, type DocumentContent, type Spans, plainText } from './blocks.ts'
import { listReferences, printCitations, type References, REFERENCES_PLACE } from './references.ts'

const headSchema = v.strictObject({
  kicker: v.optional(v.string(), ''),
  title: v.optional(v.string()),
  subtitle: v.optional(v.string(), ''),
  look: v.optional(v.picklist(['guide', 'report']), 'guide'),
  cover: v.optional(v.boolean(), true),
  numbering: v.optional(v.picklist(['none', 'decimal', 'chapters']), 'none'),
  title_page: v.optional(v.array(v.string())),
})
const CAPTION = /^Table: /
const CITE = /\[cite: [^\]]+\]/
const UNNUMBERED =
  /^(References|Appendix|Appendices|How to use|About|Preface|Before you|Declaration|Certification|Dedication|Acknowledgements|Abstract|Abbreviations)/i
const CHAPTERS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']

/**
 * Parses a Markdown source with an optional YAML head, and prints its citations.
 * @throws Error naming what the dialect or the references do not have.
 */
export function parseDocument(source: string, title: string, references: References = {}): DocumentContent {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(source)
  const head = v.parse(headSchema, match ? parse(match[1] ?? '') : {})
  return {
    kicker: head.kicker,
    title: head.title ?? title,
    subtitle: head.subtitle,
    look: head.look,
    cover: head.cover,
    ...(head.title_page ? { titlePage: head.title_page } : {}),
    blocks: numberBlocks(
      parseBlocks(printCitations(source.slice(match?.[0].length ?? 0), references), references),
      head.numbering,
    ),
  }
}

/** Parses Markdown without a head and numbers its tables, not its headings. */
export function parseMarkdown(source: string, references: References = {}): Block[] {
  return numberBlocks(parseBlocks(source, references), 'none')
}

/** Returns the chapter with the list of references; nothing for a product without literature. */
export const referenceBlocks = (references: References): Block[] =>
  Object.keys(references).length > 0 ? parseMarkdown(`# References\n\n${REFERENCES_PLACE}`, references) : []

/** Parses the bold, italic and cite marks of one line. */
export function parseSpans(source: string): Spans {
  return getSpans(marked.Lexer.lexInline(source))
}

function parseBlocks(source: string, references: References): Block[] {
  return getBlocks(marked.lexer(source)).map((block) =>
    block.type === 'references' ? { ...block, entries: listReferences(references).map(parseSpans) } : block,
  )
}

function getBlocks(tokens: Token[]): Block[] {
  const blocks: Block[] = []
  let caption: { text: string; widths: number[] } | undefined
  for (const token of tokens) {
    if (token.type === 'paragraph' && CAPTION.test((token as Tokens.Paragraph).text)) {
      caption = parseCaption((token as Tokens.Paragraph).text)
    } else if (token.type === 'table') {
      blocks.push(tableOf(token as Tokens.Table, caption))
      caption = undefined
    } else if (token.type !== 'space') {
      blocks.push(...toBlock(token))
    }
  }
  return blocks
}

/** Parses a caption, which may end in relative column widths: "Table: Care plan {2 3 4 3}". */
function parseCaption(text: string): { text: string; widths: number[] } {
  const widths = /\s*\{([\d. ]+)\}$/.exec(text)
  return { text: text.replace(CAPTION, '').replace(widths?.[0] ?? '', ''), widths: widths?.[1]?.split(' ').map(Number) ?? [] }
}

function tableOf(token: Tokens.Table, caption: { text: string; widths: number[] } | undefined): Block {
  const widths = caption?.widths ?? []
  if (widths.length > 0 && widths.length !== token.header.length) {
    throw new Error(`Table "${caption?.text}" has ${token.header.length} columns and ${widths.length} widths`)
  }
  return {
    type: 'table',
    number: 0,
    caption: caption?.text ?? '',
    header: token.header.map((cell) => getSpans(cell.tokens)),
    rows: token.rows.map((row) => row.map((cell) => getSpans(cell.tokens))),
    widths: widths.length > 0 ? widths : token.header.map(() => 1),
    wide: false,
  }
}

const figureOf = ({ text, href }: Tokens.Image): Block => ({ type: 'figure', number: 0, caption: unescape(text), drawing: href })

function toBlock(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      if (token.depth > 3) {
        throw new Error(`Heading "${token.text}" is below level 3`)
      }
      return [{ type: 'heading', level: token.depth, text: plainText(getSpans(token.tokens ?? [])), number: '' }]
    case 'paragraph':
    case 'text':
      if (token.tokens?.length === 1 && token.tokens[0]?.type === 'image') return [figureOf(token.tokens[0] as Tokens.Image)]
      return [{ type: 'paragraph', spans: getSpans(token.tokens ?? []) }]
    case 'list':
      return [
        {
          type: 'list',
          ordered: token.ordered,
          start: Number(token.start) || 1,
          items: (token as Tokens.List).items.map((item) => {
            const [first, ...children] = getBlocks(item.tokens.filter(({ type }) => type !== 'checkbox'))
            const spans = first?.type === 'paragraph' ? first.spans : []
            return { spans, children, isTask: item.task }
          }),
        },
      ]
    case 'blockquote':
      return [{ type: 'box', blocks: getBlocks(token.tokens ?? []) }]
    case 'hr':
      return [{ type: 'page break' }]
    case 'html':
      if (token.text.startsWith('<!-- landscape -->')) return [{ type: 'landscape', on: true }]
      if (token.text.startsWith('<!-- portrait -->')) return [{ type: 'landscape', on: false }]
      if (token.text.startsWith(REFERENCES_PLACE)) return [{ type: 'references', entries: [] }]
      throw new Error(`HTML is not part of the dialect: ${token.text.trim()}`)
    default:
      throw new Error(`"${token.type}" is not part of the dialect: ${token.raw.slice(0, 60)}`)
  }
}

function getSpans(tokens: Token[], style: { bold?: boolean; italic?: boolean } = {}): Spans {
  return tokens.flatMap((token): Spans => {
    switch (token.type) {
      case 'strong':
        return getSpans(token.tokens ?? [], { ...style, bold: true })
      case 'em':
        return getSpans(token.tokens ?? [], { ...style, italic: true })
      case 'br':
        return [{ text: '\n', ...style }]
      case 'text':
      case 'escape':
      case 'codespan':
        return 'tokens' in token && token.tokens ? getSpans(token.tokens, style) : markCitations(unescape(token.text), style)
      case 'link':
        // An address that is typed out, as in a list of references.
        if (token.text !== token.href) throw new Error(`A link with words is not part of the dialect: ${token.raw}`)
        return [{ text: token.href, link: token.href }]
      case 'html':
        if (/^<br\s*\/?>$/.test(token.text)) return [{ text: '\n', ...style }]
        throw new Error(`HTML is not part of the dialect: ${token.text}`)
      default:
        throw new Error(`"${token.type}" is not part of the dialect: ${token.raw}`)
    }
  })
}

function markCitations(text: string, style: { bold?: boolean; italic?: boolean }): Spans {
  return text
    .split(new RegExp(`(${CITE.source})`))
    .filter((part) => part !== '')
    .map((part) => (CITE.test(part) ? { text: part, mark: true } : { text: part, ...style }))
}

const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/(^|[\s([—])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll("'", '’')

function numberBlocks(blocks: Block[], numbering: 'none' | 'decimal' | 'chapters'): Block[] {
  const counters = [0, 0, 0]
  let tables = 0
  let figures = 0
  let isBackMatter = false
  const number = (level: number, text: string): string => {
    if (level === 1) {
      isBackMatter = UNNUMBERED.test(text)
    }
    if (numbering === 'none' || isBackMatter) return ''
    counters[level - 1] = (counters[level - 1] ?? 0) + 1
    counters.fill(0, level)
    if (numbering === 'chapters' && level === 1) return `CHAPTER ${CHAPTERS[(counters[0] ?? 1) - 1] ?? counters[0]}`
    return counters.slice(0, level).join('.') + (level === 1 ? '.' : '')
  }
  return blocks.map((block) => {
    if (block.type === 'heading') return { ...block, number: number(block.level, block.text) }
    if (block.type === 'figure') return { ...block, number: (figures += 1) }
    if (block.type === 'table' && block.caption !== '') return { ...block, number: (tables += 1) }
    return block
  })
}
