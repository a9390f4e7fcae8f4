/*
 * Converts the HTML of a post into Markdown for editing, without loss. Each block is converted to Markdown and back,
 * and compared. A block that differs remains HTML, which Markdown allows.
 */
import { tables } from '@joplin/turndown-plugin-gfm'
import { parseDocument } from 'htmlparser2'
import TurndownService from 'turndown'
import { markdownHtml, storableHtml } from './readable.server.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]
type ParsedElement = Node & { name: string; attribs: Record<string, string>; children: Node[] }

/** Returns Markdown for which `storableHtml(markdownHtml(...))` equals `storableHtml(html)`, except for white space between blocks. */
export function getMarkdown(html: string): string {
  const clean = storableHtml(html)
  const blocks = getBlocks(clean)
  const written = blocks.map(({ source }) => convertBlock(source))
  // Two adjacent lists would merge into one.
  const markdown = written.reduce(
    (text, block, at) =>
      at === 0 ? block : `${text}${isList(blocks[at - 1]) && isList(blocks[at]) ? '\n\n<!-- -->\n\n' : '\n\n'}${block}`,
    '',
  )
  return roundTrips(markdown, blocks.map(({ source }) => source).join('\n')) ? markdown : prepareHtml(clean)
}

type Block = { nodes: Node[]; source: string }

const INLINE = new Set(['a', 'strong', 'em', 'code', 'sub', 'sup', 'img', 'br'])

/** Splits a text into blocks. Loose words between blocks become a paragraph, as a browser shows them. */
function getBlocks(html: string): Block[] {
  const { children } = parseDocument(html, { withStartIndices: true, withEndIndices: true })
  const blocks: (Block & { loose: boolean })[] = []
  for (const node of children) {
    const source = html.slice(node.startIndex ?? 0, (node.endIndex ?? 0) + 1)
    const loose = !isElement(node) || INLINE.has(node.name)
    const last = blocks.at(-1)
    if (loose && last?.loose) {
      last.nodes.push(node)
      last.source += source
    } else if (!loose || source.trim() !== '') {
      blocks.push({ nodes: [node], source, loose })
    }
  }
  return blocks.map(({ nodes, source, loose }) => ({ nodes, source: loose ? `<p>${source.trim()}</p>` : source }))
}

const writer = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  br: '\\',
})
  .use(tables)
  .keep(['sub', 'sup', 'figure', 'pre'])
  // turndown puts three spaces after a list marker; authors type one.
  .addRule('item', { filter: 'li', replacement: convertItem })

function convertItem(content: string, item: TurndownService.Node): string {
  const list = item.parentNode as Element
  const at = Array.from(list.children).indexOf(item as Element)
  const sign = list.nodeName === 'OL' ? `${Number(list.getAttribute('start') ?? 1) + at}. ` : '- '
  const text = content.replace(/^\n+|\n+$/g, '').replaceAll('\n', `\n${' '.repeat(sign.length)}`)
  const apart = /^\n|\n\n$/.test(content) ? '\n\n' : '\n'
  return sign + text + (item.nextSibling ? apart : '')
}

function convertBlock(source: string): string {
  const markdown = writer.turndown(source)
  return roundTrips(markdown, source) ? markdown : prepareHtml(source)
}

/**
 * Prepares HTML for Markdown, where it ends at an empty line: removes empty lines. In `pre`, where they matter, line
 * breaks become character references.
 */
function prepareHtml(html: string): string {
  return html
    .replaceAll(/<pre>[\s\S]*?<\/pre>/g, (pre) => pre.replaceAll('\n', '&#10;'))
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
}

function roundTrips(markdown: string, html: string): boolean {
  return normalize(storableHtml(markdownHtml(markdown))) === normalize(storableHtml(html))
}

/**
 * Normalizes white space, which has no meaning around blocks; within a paragraph several spaces equal one, except in
 * `pre`.
 */
function normalize(html: string): string {
  return html
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .map((part) =>
      part.startsWith('<pre>')
        ? part
        : part
            .replaceAll(/\s+/g, ' ')
            .replaceAll(
              / ?(<\/?(?:p|h\d|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|figure|figcaption|hr|br)\b[^>]*>) ?/g,
              '$1',
            ),
    )
    .join('')
    .trim()
}

function isElement(node: Node): node is ParsedElement {
  return 'attribs' in node
}

function isList(block: Block | undefined): boolean {
  const [first] = block?.nodes ?? []
  return first !== undefined && isElement(first) && (first.name === 'ul' || first.name === 'ol')
}
