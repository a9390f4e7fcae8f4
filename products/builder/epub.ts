// Writes the documents and slides of a product as one EPUB 3, which phones read that have no reader for Word files.
import { strToU8, zipSync, type Zippable } from 'fflate'
import { type Block, type ListItem, type Spans } from './blocks.ts'
import { readDrawing } from './drawings.ts'
import { EPOCH } from './office-zip.ts'
import { originOf, type Product, useOf } from './product.ts'

/** A document or a deck of the book; `label` names it in the contents of a book of several. */
export type BookPart = { label: string; blocks: readonly Block[] }
type Chapter = { file: string; title: string; blocks: Block[] }
type Numbered = Exclude<Block, { type: 'page break' | 'landscape' }>

const STYLES = `body { line-height: 1.5 } table { border-collapse: collapse; margin: 1em 0 } caption, figcaption { font-weight: bold; text-align: left }
th, td { border: 1px solid #888; padding: 0.3em 0.4em; text-align: left; vertical-align: top } aside { border-left: 3px solid #888; margin: 1em 0; padding-left: 0.8em }
figure { margin: 1em 0 } img { max-width: 100% } .references p { margin-left: 1.5em; text-indent: -1.5em } ol.options { list-style: upper-alpha }
`
const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`

/** Returns the bytes of the EPUB. The same parts give the same bytes. */
export function writeEpub(product: Product, parts: readonly BookPart[]): Uint8Array {
  const chaptersOfParts = parts.map((part, at) => splitChapters(part, at + 1))
  const chapters = chaptersOfParts.flat()
  const drawings = [...new Set(chapters.flatMap(({ blocks }) => drawingsIn(blocks)))]
  const files: Record<string, string> = {
    'META-INF/container.xml': CONTAINER,
    'book/package.opf': packageOf(product, chapters, drawings),
    'book/nav.xhtml': page('Contents', navigation(parts, chaptersOfParts)),
    'book/title.xhtml': page(product.title, titlePage(product)),
    'book/styles.css': STYLES,
    ...Object.fromEntries(
      chapters.map(({ file, title, blocks }) => [`book/${file}`, page(title, blocks.map(blockToHtml).join('\n'))]),
    ),
    ...Object.fromEntries(
      drawings.map((name) => [`book/${name}.svg`, readDrawing(name).svg.replaceAll('"Sans"', '"sans-serif"')]),
    ),
  }
  const entries: Zippable = { mimetype: [strToU8('application/epub+zip'), { mtime: EPOCH, level: 0 }] }
  for (const [name, text] of Object.entries(files)) {
    entries[name] = [strToU8(text), { mtime: EPOCH, level: 9 }]
  }
  return zipSync(entries)
}

/** Splits a part at its headings of level 1. */
function splitChapters({ label, blocks }: BookPart, part: number): Chapter[] {
  const chapters: Chapter[] = []
  for (const block of blocks) {
    const begins = block.type === 'heading' && block.level === 1
    if (begins || chapters.length === 0) {
      chapters.push({
        file: `part-${part}-chapter-${chapters.length + 1}.xhtml`,
        title: begins ? headingText(block) : label,
        blocks: [],
      })
      if (!begins) chapters.at(-1)?.blocks.push({ type: 'heading', level: 1, text: label, number: '' })
    }
    chapters.at(-1)?.blocks.push(block)
  }
  return chapters
}

const headingText = ({ number, text }: { number: string; text: string }) => `${number} ${text}`.trim()

function drawingsIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === 'figure' ? [block.drawing] : []))
}

function packageOf(product: Product, chapters: readonly Chapter[], drawings: readonly string[]): string {
  const pages = ['title.xhtml', ...chapters.map(({ file }) => file)]
  const item = (id: string, file: string, type: string, properties = '') =>
    `<item id="${id}" href="${file}" media-type="${type}"${properties && ` properties="${properties}"`}/>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:lamplight:${product.slug}</dc:identifier>
<dc:title>${escaped(product.title)}</dc:title>
<dc:language>en</dc:language>
<dc:creator>Lamplight</dc:creator>
<dc:rights>${escaped(useOf(product))}</dc:rights>
<meta property="dcterms:modified">${product.updated}T00:00:00Z</meta>
</metadata>
<manifest>
${item('nav', 'nav.xhtml', 'application/xhtml+xml', 'nav')}
${item('styles', 'styles.css', 'text/css')}
${pages.map((file, at) => item(`page-${at}`, file, 'application/xhtml+xml')).join('\n')}
${drawings.map((name, at) => item(`drawing-${at}`, `${name}.svg`, 'image/svg+xml')).join('\n')}
</manifest>
<spine>${pages.map((_page, at) => `<itemref idref="page-${at}"/>`).join('')}</spine>
</package>
`
}

const page = (title: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>${escaped(title)}</title><link rel="stylesheet" href="styles.css"/></head>
<body>
${body}
</body>
</html>
`

function navigation(parts: readonly BookPart[], chaptersOfParts: readonly Chapter[][]): string {
  const list = (chapters: readonly Chapter[]) =>
    chapters.map(({ file, title }) => `<li><a href="${file}">${escaped(title)}</a></li>`).join('\n')
  const lists = chaptersOfParts.map((chapters, at) =>
    parts.length === 1 ? list(chapters) : `<li><span>${escaped(parts[at]?.label ?? '')}</span><ol>${list(chapters)}</ol></li>`,
  )
  return `<nav epub:type="toc"><h1>Contents</h1><ol>${lists.join('\n')}</ol></nav>`
}

const titlePage = (product: Product) =>
  [
    `<h1>${escaped(product.title)}</h1>`,
    ...[...product.summary, `${product.subject_area}. ${product.level}.`, originOf(product), useOf(product), product.notice ?? '']
      .filter((line) => line !== '')
      .map((line) => `<p>${escaped(line)}</p>`),
  ].join('\n')

function blockToHtml(block: Block): string {
  return block.type === 'page break' || block.type === 'landscape' ? '' : toHtml(block)
}

function toHtml(block: Numbered): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.level}>${escaped(headingText(block))}</h${block.level}>`
    case 'paragraph':
      return `<p>${inline(block.spans)}</p>`
    case 'list':
      return block.ordered
        ? `<ol start="${block.start}">${block.items.map(itemToHtml).join('')}</ol>`
        : `<ul>${block.items.map(itemToHtml).join('')}</ul>`
    case 'table':
      return [
        '<table>',
        block.caption && `<caption>${escaped(`Table ${block.number}. ${block.caption}`)}</caption>`,
        `<thead><tr>${block.header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('')}</tr></thead>`,
        `<tbody>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`).join('')}</tbody>`,
        '</table>',
      ].join('')
    case 'question':
      return [
        `<p><b>${block.number}.</b> ${inline(block.stem)}</p>`,
        `<ol class="options">${block.options.map((option) => `<li>${inline(option)}</li>`).join('')}</ol>`,
      ].join('')
    case 'box':
      return `<aside>${block.blocks.map(blockToHtml).join('')}</aside>`
    case 'figure': {
      const caption = escaped(`Figure ${block.number}. ${block.caption}`)
      return `<figure><img src="${block.drawing}.svg" alt="${escaped(block.caption)}"/><figcaption>${caption}</figcaption></figure>`
    }
    default:
      return `<div class="references">${block.entries.map((entry) => `<p>${inline(entry)}</p>`).join('')}</div>`
  }
}

const itemToHtml = ({ spans, children, isTask }: ListItem) =>
  `<li>${isTask ? '☐ ' : ''}${inline(spans)}${children.map(blockToHtml).join('')}</li>`

const inline = (spans: Spans): string =>
  spans
    .map(({ text, bold, italic, mark, link }) => {
      const words = escaped(text).replaceAll('\n', '<br/>')
      const styled = bold ? `<b>${words}</b>` : italic ? `<i>${words}</i>` : mark ? `<mark>${words}</mark>` : words
      return link ? `<a href="${escaped(link)}">${styled}</a>` : styled
    })
    .join('')

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
