/*
 * HTML of a post as Markdown, to be changed by hand without losing anything. Each block is written as Markdown, made HTML again and
 * compared; what does not come back the same stays in the text as HTML, which Markdown carries.
 */
import { parseDocument } from 'htmlparser2'
import { markdownHtml, storableHtml } from './readable.server.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Node & { name: string; attribs: Record<string, string>; children: Node[] }

/** Markdown from which `storableHtml(markdownHtml(...))` makes what `storableHtml(html)` is; blanks between blocks aside. */
export function markdownOf(html: string): string {
  const clean = storableHtml(html)
  const blocks = blocksOf(clean)
  const written = blocks.map(({ nodes, source }) => writtenBlock(nodes, source))
  // Two lists, one behind the other, would become one.
  const markdown = written.reduce(
    (text, block, at) =>
      at === 0 ? block : `${text}${isList(blocks[at - 1]) && isList(blocks[at]) ? '\n\n<!-- -->\n\n' : '\n\n'}${block}`,
    '',
  )
  return comesBack(markdown, blocks.map(({ source }) => source).join('\n')) ? markdown : asHtml(clean)
}

type Block = { nodes: Node[]; source: string }

const INLINE = new Set(['a', 'strong', 'em', 'code', 'sub', 'sup', 'img', 'br'])

/** The blocks of a text; loose words between them are a paragraph, as a browser shows them. */
function blocksOf(html: string): Block[] {
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

function writtenBlock(nodes: Node[], source: string): string {
  for (const escaped of [false, true]) {
    const markdown = write(nodes, escaped)
    if (markdown !== null && comesBack(markdown, source)) {
      return markdown
    }
  }
  return asHtml(source)
}

/** HTML within Markdown ends at an empty line, so it has none; in `pre`, where lines count, they are written as signs. */
function asHtml(html: string): string {
  return html
    .replaceAll(/<pre>[\s\S]*?<\/pre>/g, (pre) => pre.replaceAll('\n', '&#10;'))
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
}

function comesBack(markdown: string, html: string): boolean {
  return sameForm(storableHtml(markdownHtml(markdown))) === sameForm(storableHtml(html))
}

/** Blanks beside blocks say nothing; within a paragraph one is as good as many, except in `pre`. */
function sameForm(html: string): string {
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

function isElement(node: Node): node is Element {
  return 'attribs' in node
}

function isList(block: Block | undefined): boolean {
  const [first] = block?.nodes ?? []
  return first !== undefined && isElement(first) && (first.name === 'ul' || first.name === 'ol')
}

/** Null for what Markdown has no words for. */
function write(nodes: Node[], escaped: boolean): string | null {
  const [first] = nodes
  if (!first || !isElement(first) || INLINE.has(first.name)) {
    return inline(nodes, escaped).trim()
  }
  const { name, children } = first
  switch (name) {
    case 'p':
      return inline(children, escaped).trim()
    case 'h2':
    case 'h3':
    case 'h4':
      return `${'#'.repeat(Number(name[1]))} ${inline(children, escaped).trim()}`
    case 'hr':
      return '---'
    case 'ul':
    case 'ol':
      return list(first, escaped)
    case 'blockquote':
      return (
        inBlocks(children, escaped)
          ?.split('\n')
          .map((line) => (line === '' ? '>' : `> ${line}`))
          .join('\n') ?? null
      )
    case 'table':
      return table(first, escaped)
    default:
      return null
  }
}

/** Blocks within a block, with an empty line between; words among them are a paragraph. Null when one of them cannot be written. */
function inBlocks(children: Node[], escaped: boolean, between = '\n\n'): string | null {
  const groups: Node[][] = []
  let loose = false
  for (const node of children) {
    const isLoose = !isElement(node) || INLINE.has(node.name)
    if (isLoose && loose) {
      groups.at(-1)?.push(node)
    } else if (isElement(node) || textOf(node).trim() !== '') {
      groups.push([node])
      loose = isLoose
    }
  }
  const written = groups.map((group) => write(group, escaped))
  return written.includes(null) ? null : written.filter((text) => text !== '').join(between)
}

function list({ name, attribs, children }: Element, escaped: boolean): string | null {
  const items = children.filter(isElement)
  const roomy = items.some((item) => item.children.some((child) => isElement(child) && child.name === 'p'))
  const start = Number(attribs.start ?? 1)
  const written = items.map((item, at) => {
    const text = inBlocks(item.children, escaped, roomy ? '\n\n' : '\n')
    const sign = name === 'ol' ? `${start + at}. ` : '- '
    return text === null ? null : sign + text.replaceAll('\n', `\n${' '.repeat(sign.length)}`)
  })
  return written.includes(null) ? null : written.join(roomy ? '\n\n' : '\n')
}

function table({ children }: Element, escaped: boolean): string | null {
  const rows = children
    .filter(isElement)
    .flatMap((part) => (part.name === 'tr' ? [part] : part.children.filter(isElement)))
    .map((row) => row.children.filter(isElement).map((cell) => inline(cell.children, escaped).trim().replaceAll('|', '\\|')))
  const [head, ...body] = rows
  return head ? [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n') : null
}

function inline(nodes: Node[], escaped: boolean): string {
  return nodes.map((node) => (isElement(node) ? inlineElement(node, escaped) : words(textOf(node), escaped))).join('')
}

function inlineElement({ name, attribs, children }: Element, escaped: boolean): string {
  const inner = inline(children, escaped)
  switch (name) {
    case 'strong':
      return `**${inner}**`
    case 'em':
      return `*${inner}*`
    case 'code':
      return `\`${children.map(textOf).join('')}\``
    case 'br':
      return '\\\n'
    case 'a':
      return attribs.href ? `[${inner}](${address(attribs.href)})` : inner
    case 'img':
      return `![${words(attribs.alt ?? '', escaped)}](${address(attribs.src ?? '')})`
    default:
      return `<${name}>${inner}</${name}>`
  }
}

function address(href: string): string {
  return /[\s()<>]/.test(href) ? `<${href}>` : href
}

function textOf(node: Node): string {
  return 'data' in node && typeof node.data === 'string' ? node.data : ''
}

/** Words on one line; escaped, every sign that Markdown might take for its own is its letter. */
function words(text: string, escaped: boolean): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return escaped ? line.replaceAll(/[\\`*_[\]#+!~|>-]/g, '\\$&').replaceAll(/(\d)([.)])/g, '$1\\$2') : line
}
