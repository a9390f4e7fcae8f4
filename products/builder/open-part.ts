// The part of a product that everybody can read on its page: the beginning of its first document as Markdown.
import type { Block, ListItem, Spans } from './blocks.ts'

/** The part ends at the first heading after MIN_WORDS, or at any block after MAX_WORDS. */
const MIN_WORDS = 350
const MAX_WORDS = 700

/** Returns the beginning of a document as Markdown, ended at a heading where one is near. */
export function openPart(blocks: readonly Block[]): string {
  const parts: string[] = []
  let words = 0
  for (const block of blocks) {
    if (words > MAX_WORDS || (words > MIN_WORDS && block.type === 'heading')) break
    const text = toMarkdown(block)
    words += text.split(/\s+/).length
    if (text) parts.push(text)
  }
  return parts.join('\n\n')
}

/** Returns the first slides or the first sheet as Markdown: the first line of each is its heading. */
export function openTexts(texts: readonly string[]): string {
  const parts: string[] = []
  let words = 0
  for (const text of texts) {
    if (words > MIN_WORDS) break
    const [title = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '')
    parts.push(`## ${escaped(title)}`, ...lines.slice(0, 40).map(escaped))
    words += text.split(/\s+/).length
  }
  return parts.join('\n\n')
}

function toMarkdown(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level + 1)} ${`${block.number} ${escaped(block.text)}`.trim()}`
    case 'paragraph':
      return inline(block.spans)
    case 'list':
      return block.items.map((item, index) => toListItem(item, block.ordered ? `${block.start + index}.` : '-')).join('\n')
    case 'table':
      return [`**${escaped(block.caption)}**`, tableOf(block.header, block.rows)].join('\n\n')
    case 'question':
      return [
        `**${block.number}.** ${inline(block.stem)}`,
        block.options.map((option, index) => `- **${'ABCD'[index]}.** ${inline(option)}`).join('\n'),
      ].join('\n\n')
    case 'box':
      return block.blocks
        .map(toMarkdown)
        .join('\n\n')
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'figure':
      return `*Figure ${block.number}. ${escaped(block.caption)}*`
    case 'references':
      return block.entries.map(inline).join('\n\n')
    default:
      return ''
  }
}

function toListItem({ spans, children, isTask }: ListItem, marker: string): string {
  const lines = children.map(toMarkdown).join('\n').split('\n')
  const indent = ' '.repeat(marker.length + 1)
  return [
    `${marker} ${isTask ? '☐ ' : ''}${inline(spans)}`,
    ...lines.filter((line) => line !== '').map((line) => indent + line),
  ].join('\n')
}

function tableOf(header: readonly Spans[], rows: readonly Spans[][]): string {
  const line = (cells: readonly Spans[]) => `| ${cells.map((cell) => inline(cell) || ' ').join(' | ')} |`
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

function inline(spans: Spans): string {
  return spans
    .map(({ text, bold, italic }) => {
      const mark = bold ? '**' : italic ? '*' : ''
      const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
      return words === '' ? text : `${before}${mark}${escaped(words)}${mark}${after}`
    })
    .join('')
    .replaceAll('\n', '<br>')
}

const escaped = (text: string) => text.replaceAll(/[\\*_|<]/g, String.raw`\$&`)
