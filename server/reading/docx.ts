import { zipSync } from 'fflate'
import { DomUtils, parseDocument } from 'htmlparser2'
import mammoth from 'mammoth'
import type { FileMetadata, TextBlock } from '#app/services/reading.ts'
import { getEntries, getText } from './archive.ts'
import { getDetails, looksLikeHeading } from './blocks.ts'
import type { Block } from './chapters.ts'
import { prepareParts } from './docx-parts.ts'
import { type Entries, getRelationships } from './office-xml.ts'

/** The archive entries of its text. The converter never sees pictures, fonts or anything else. */
const PARTS = /\.(?:xml|rels)$/i

/**
 * Reads the metadata of a Word document.
 * @throws when it is not one, or is too large inside.
 */
export async function readDocx(file: Uint8Array): Promise<FileMetadata> {
  const entries = getDocumentEntries(file)
  const properties = getRelationships(entries, '').find(({ type }) => type === 'extended-properties')?.part
  const pages = Number(getText(entries, properties ?? 'docProps/app.xml').match(/<Pages>(\d{1,5})<\/Pages>/)?.[1])
  const details = getDetails(getBlocks(await convertToHtml(entries)), pages > 0 ? pages : null, null)
  return { ...details, pages: isPossible(pages, details.words) ? details.pages : null }
}

/** No page of a work has more words than this. */
const MAX_WORDS_PER_PAGE = 1200

/** Returns true if the text fits on the stated pages: programs other than Word often leave the number at 1. */
function isPossible(pages: number, words: number | null): boolean {
  return (words ?? 0) <= pages * MAX_WORDS_PER_PAGE
}

/**
 * Reads the whole text of a Word document, with its tables.
 * @throws when it is not one, or is too large inside.
 */
export async function readDocxText(file: Uint8Array): Promise<TextBlock[]> {
  const { children } = await convertToHtml(getDocumentEntries(file))
  return children.flatMap((node): TextBlock[] =>
    'attribs' in node && node.name === 'table' ? [{ kind: 'table', rows: getRows(node) }] : getBlocks(node),
  )
}

function getDocumentEntries(file: Uint8Array): Entries {
  const entries = getEntries(file, (name) => PARTS.test(name))
  prepareParts(entries)
  return entries
}

/** Converts a document to plain, well-formed HTML: headings, paragraphs, lists and tables, without pictures. */
async function convertToHtml(entries: Entries) {
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(Object.fromEntries(entries), { level: 0 })) },
    { externalFileAccess: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  // The arrow after a footnote leads back to its number.
  return parseDocument(html.replaceAll(/ ?<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g, ''))
}

type HtmlNode = ReturnType<typeof parseDocument>['children'][number] | ReturnType<typeof parseDocument>
type Parsed = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const BLOCKS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'li'])
const LISTS = new Set(['ul', 'ol'])

/** Converts the converter's HTML to blocks. */
function getBlocks(html: HtmlNode): Block[] {
  return DomUtils.getElementsByTagName((name) => BLOCKS.has(name), html).flatMap((element): Block[] => {
    const text = getLine(getWords(element))
    return text === '' ? [] : [{ kind: getKind(element, text), text }]
  })
}

/** Returns the texts of the cells of a table, by row. */
function getRows(table: Parsed): string[][] {
  return DomUtils.getElementsByTagName('tr', table).map((row) =>
    DomUtils.getElementsByTagName((name) => name === 'td' || name === 'th', row).map((cell) =>
      getLine(cell.children.map((part) => DomUtils.textContent(part)).join(' ')),
    ),
  )
}

const getLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Returns the words of a block, without the blocks and lists inside it, which are read separately. A line break is a
 * blank.
 */
function getWords(element: Parsed): string {
  return element.children
    .map((child) => {
      if (!('attribs' in child)) {
        return DomUtils.textContent(child)
      }
      return child.name === 'br' ? ' ' : BLOCKS.has(child.name) || LISTS.has(child.name) ? '' : getWords(child)
    })
    .join('')
}

function getKind(element: Parsed, text: string): Block['kind'] {
  if (element.name === 'li') {
    return 'item'
  }
  const bold = isAllBold(element) && text.length <= 120 && !/[.;,]$/.test(text)
  return element.name !== 'p' || bold || looksLikeHeading(text) ? 'heading' : 'text'
}

/** Returns true if a paragraph is one bold run. Empty anchors of bookmarks do not count. */
function isAllBold({ children }: Parsed): boolean {
  const response = children.filter((child) => DomUtils.textContent(child).trim() !== '')
  return response.length > 0 && response.every((child) => 'attribs' in child && child.name === 'strong')
}
