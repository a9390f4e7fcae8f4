import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { DomUtils, parseDocument } from 'htmlparser2'
import mammoth from 'mammoth'
import type { FileMetadata, TextBlock } from '#app/services/reading.ts'
import { getEntries, getText } from './archive.ts'
import { getDetails, looksLikeHeading } from './blocks.ts'
import { type Block, getChapter } from './chapters.ts'
import { type BookBlock, getChapters, getDomBlocks, type RawBook, Pictures } from './book-blocks.ts'
import { prepareParts } from './docx-parts.ts'
import { type Entries, getRelationships } from './office-xml.ts'

/** The archive entries of its text. The converter sees pictures only for a book, and never fonts or anything else. */
const PARTS = /\.(?:xml|rels)$/i
const PARTS_AND_PICTURES = /\.(?:xml|rels|png|jpe?g|gif)$/i

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

/** Front and back matter whose heading begins a chapter, whatever its style. */
const MATTER =
  /^(?:abstract|acknowledge?ments?|appendi(?:x|ces)\b.{0,80}|bibliography|certification|declaration|dedication|list of (?:tables|figures|references|abbreviations)|references?|table of contents|title page)\W*$/i
/** A line of a table of contents: it ends with the number of a page. */
const CONTENTS_LINE = /(?:\t|\.{2,}|…)\s*[\divxlc]{1,5}$/i

/**
 * Reads a Word document as a book: reflowed, with its tables and pictures. Charts and drawings are named at their
 * place.
 * @throws when it is not one, or is too large inside.
 */
export async function readDocxBook(file: Uint8Array): Promise<RawBook> {
  const entries = getEntries(file, (name) => PARTS_AND_PICTURES.test(name))
  prepareParts(entries, 'name drawings')
  const pictures = new Pictures()
  const { children } = await convertToHtml(entries, pictures)
  const blocks = getDomBlocks(children, {
    getLevel: getHeadingLevel,
    getPicture: ({ attribs }) => attribs.src ?? '',
  })
  const notes = blocks.findIndex(({ html }) => /^<ol><li id="(?:foot|end)note-/.test(html))
  const heading: BookBlock = { level: 1, text: 'Notes', html: '<h1>Notes</h1>' }
  return {
    chapters: getChapters(notes === -1 ? blocks : blocks.toSpliced(notes, 0, heading), 'Opening pages'),
    pictures: pictures.bytes,
  }
}

/** Returns the level of a heading. Many students write headings in bold or in capitals instead of using styles. */
function getHeadingLevel(element: Parsed, text: string): number {
  if (text === '' || text.length > 200 || CONTENTS_LINE.test(DomUtils.textContent(element).trim())) {
    return 0
  }
  const styled = /^h([1-6])$/.exec(element.name)?.[1]
  if (element.name !== 'p' && !styled) {
    return 0
  }
  const isHeading = styled !== undefined || getKind(element, text) === 'heading'
  if (isHeading && (getChapter(text) !== null || MATTER.test(text))) {
    return 1
  }
  const [number] = /^\d{1,2}(?:\.\d{1,2})+/.exec(text) ?? []
  return styled ? Number(styled) : isHeading ? (number ? Math.min(4, number.split('.').length) : 3) : 0
}

function getDocumentEntries(file: Uint8Array): Entries {
  const entries = getEntries(file, (name) => PARTS.test(name))
  prepareParts(entries)
  return entries
}

/** Converts a document to plain, well-formed HTML: headings, paragraphs, lists and tables, and pictures for a book. */
async function convertToHtml(entries: Entries, pictures?: Pictures) {
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(Object.fromEntries(entries), { level: 0 })) },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async (image) => {
        const bytes = pictures && new Uint8Array(await image.readAsArrayBuffer())
        return { src: bytes ? (pictures?.add(createHash('sha256').update(bytes).digest('hex'), bytes) ?? '') : '' }
      }),
    },
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
