// Checks that open the built files of a product.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { BuiltFile, BuiltProduct } from '../manifest.ts'
import { printWord, type Printed, readPrinted } from '../office.ts'
import { openPdf, openSlides, openWord, openWorkbook } from './opened-file.ts'

type Bounds = { min: number; max: number }
/** The required numbers of pages of PDF and Word files, and of slides. */
const BOUNDS: Partial<Record<BuiltProduct['kind'], { pdf?: Bounds; docx?: Bounds; pptx?: Bounds }>> = {
  'seminar-pack': { pdf: { min: 4, max: 8 }, docx: { min: 10, max: 16 }, pptx: { min: 15, max: 20 } },
  'care-study': { pdf: { min: 12, max: 50 }, docx: { min: 12, max: 50 } },
  'proposal-kit': { docx: { min: 15, max: 60 } },
}
const PLACEHOLDER = /lorem ipsum|\bTODO\b|\bTBD\b|\bXXX\b|\[(?:insert|your|name|date|add)[^\]]*\]|undefined|\bNaN\b|\[object/i
const CITE = /\[cite:/
const KIT_PARTS = [
  /introduction/i,
  /literature review/i,
  /methodology|methods/i,
  /questionnaire/i,
  /consent/i,
  /work plan/i,
  /budget/i,
]
/** Characters, the header and footer included. */
const MIN_PAGE_TEXT = 330
const MIN_CITES = 12
const MIN_NOTES = 100
/** Points of the smallest text. */
const MIN_SIZE = { pptx: 18, xlsx: 12 }

/** The EPUB checker of Debian, which knows the standard. */
const EPUBCHECK = '/usr/share/java/epubcheck.jar'

/** Returns one sentence for each fault of the file in this folder. */
export async function fileFaults(product: BuiltProduct, file: BuiltFile, folder: string): Promise<string[]> {
  const place = path.join(folder, file.name)
  const bytes = new Uint8Array(fs.readFileSync(place))
  switch (file.name.split('.').at(-1)) {
    case 'pdf':
      return pdfFaults(product, file, bytes)
    case 'docx':
      return wordFaults(product, file, bytes)
    case 'epub':
      return epubFaults(place)
    case 'pptx':
      return slideFaults(product, file, bytes)
    default:
      return workbookFaults(product, file, bytes)
  }
}

/** Returns the errors and warnings of epubcheck. */
async function epubFaults(place: string): Promise<string[]> {
  try {
    await promisify(execFile)('java', ['-jar', EPUBCHECK, '--quiet', '--failonwarnings', place])
    return []
  } catch (error) {
    return [`is not a valid EPUB: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function boundFault(bounds: Bounds | undefined, count: number, what: string): string[] {
  return bounds && (count < bounds.min || count > bounds.max)
    ? [`has ${count} ${what}; ${bounds.min} to ${bounds.max} are allowed`]
    : []
}

function textFaults(product: BuiltProduct, text: string): string[] {
  const placeholder = PLACEHOLDER.exec(text)
  return [
    ...(placeholder ? [`still has the placeholder "${placeholder[0]}"`] : []),
    ...(product.kind !== 'proposal-kit' && CITE.test(text) ? ['has a [cite: ...] place, which only proposal kits may have'] : []),
  ]
}

async function pdfFaults(product: BuiltProduct, file: BuiltFile, bytes: Uint8Array): Promise<string[]> {
  const { pages, hasOnlyEmbeddedFonts } = await openPdf(bytes)
  const { notice } = product
  return [
    ...boundFault(BOUNDS[product.kind]?.pdf, pages.length, 'pages'),
    ...(pages.length === file.pages ? [] : ['has another number of pages than the manifest says']),
    ...emptyPageFaults(pages, notice),
    ...(hasOnlyEmbeddedFonts ? [] : ['uses a font that is not embedded']),
    ...(notice
      ? pages.flatMap((page, index) =>
          page.replace(/\s+/g, ' ').includes(notice) ? [] : [`does not print the notice on page ${index + 1}`],
        )
      : []),
    ...textFaults(product, pages.join('\n')),
  ]
}

async function wordFaults(product: BuiltProduct, file: BuiltFile, bytes: Uint8Array): Promise<string[]> {
  const { text, headings, parts } = await openWord(bytes)
  const printed = await readPrinted(await printWord(bytes))
  const document = parts['word/document.xml'] ?? ''
  const footers = Object.entries(parts).filter(([name]) => name.includes('footer'))
  const { notice } = product
  return [
    ...boundFault(BOUNDS[product.kind]?.docx, file.pages ?? 0, 'pages'),
    ...(headings > 0 ? [] : ['has no heading styles']),
    ...(footers.some(([, xml]) => xml.includes('PAGE')) ? [] : ['has no page numbers']),
    ...(notice && !footers.every(([, xml]) => xml.includes(notice)) ? ['does not print the notice on every page'] : []),
    ...(product.kind === 'care-study' || product.kind === 'proposal-kit'
      ? document.includes('TOC \\h')
        ? []
        : ['has no table of contents']
      : []),
    ...contentsFaults(document, printed.headings),
    ...(printed.texts.length === file.pages ? [] : [`has ${printed.texts.length} pages; the manifest says ${file.pages}`]),
    // The pages before the chapters of a template are short.
    ...(product.kind === 'working-file' ? [] : emptyPageFaults(printed.texts, notice)),
    ...(product.kind === 'proposal-kit' ? kitFaults(text) : []),
    ...textFaults(product, text),
  ]
}

/** Checks the stored table of contents, which phones and LibreOffice show unchanged, against the printed pages. */
function contentsFaults(document: string, headings: Printed['headings']): string[] {
  const lines = [...document.matchAll(/<w:pStyle w:val="TOC\d"\/>(.*?)PAGEREF.*?"separate"\/>(.*?)<w:fldChar/g)]
  if (!document.includes('TOC \\h')) return []
  if (lines.length === 0) return ['has an empty table of contents']
  let at = -1
  let before = 0
  return lines.flatMap(([, title = '', page = '']) => {
    const words = lettersOf(title)
    at = headings.findIndex((heading, index) => index > at && words.endsWith(lettersOf(heading.title)))
    const label = /\d+|[ivxl]+/.exec(page.replaceAll(/<[^>]+>/g, ''))?.[0]
    const printed = headings[at]?.page
    if (!label || !printed) return [`has a line of contents without a page or a heading: ${words}`]
    // The pages of a template are counted anew from its first chapter on, which is page 1.
    if (label === '1' && before === 0) before = printed - 1
    return /^\d+$/.test(label) && Number(label) !== printed - before
      ? [`says page ${label} for the heading on page ${printed - before}`]
      : []
  })
}

const lettersOf = (text: string) => text.replaceAll(/<w:instrText.*?<\/w:instrText>|<[^>]+>|[^\p{L}\d]/gu, '')

/** Finds pages with hardly any text, but for a cover and the last page. A page with a drawing has its caption. */
function emptyPageFaults(pages: readonly string[], notice = ''): string[] {
  return pages.flatMap((page, index) => {
    const length = page.replaceAll(/\s+/g, ' ').replace(notice, '').length
    return length < MIN_PAGE_TEXT && index > 0 && index < pages.length - 1
      ? [`has only ${length} characters on page ${index + 1}`]
      : []
  })
}

function kitFaults(text: string): string[] {
  const cites = text.match(/\[cite:/g)?.length ?? 0
  return [
    ...(cites >= MIN_CITES ? [] : [`has ${cites} marked places for literature; at least ${MIN_CITES} are needed`]),
    ...KIT_PARTS.filter((part) => !part.test(text)).map((part) => `does not mention ${part.source}`),
  ]
}

function slideFaults(product: BuiltProduct, file: BuiltFile, bytes: Uint8Array): string[] {
  const { slides, notes, smallest } = openSlides(bytes)
  return [
    ...boundFault(BOUNDS[product.kind]?.pptx, slides.length, 'slides'),
    ...(slides.length === file.slides ? [] : ['has another number of slides than the manifest says']),
    ...(smallest >= MIN_SIZE.pptx ? [] : [`has text of ${smallest} points; at least ${MIN_SIZE.pptx} can be read on a wall`]),
    ...(notes.length === slides.length ? [] : [`has notes for ${notes.length} of ${slides.length} slides`]),
    ...notes.flatMap((text, index) => (text.length < MIN_NOTES ? [`has only "${text}" as the notes of slide ${index + 1}`] : [])),
    ...textFaults(product, [...slides, ...notes].join('\n')),
  ]
}

function workbookFaults(product: BuiltProduct, file: BuiltFile, bytes: Uint8Array): string[] {
  const workbook = openWorkbook(bytes)
  return [
    ...(workbook.sheets === file.sheets ? [] : ['has another number of sheets than the manifest says']),
    ...(workbook.smallest >= MIN_SIZE.xlsx
      ? []
      : [`has text of ${workbook.smallest} points; at least ${MIN_SIZE.xlsx} are needed`]),
    ...(workbook.formulas > 0 ? [] : ['has no formula']),
    ...(workbook.formulasWithoutResult + workbook.errors === 0 ? [] : ['has a formula without a result or with an error']),
    ...(workbook.isProtected ? [] : ['has a sheet that is not protected']),
    ...(workbook.printAreas === workbook.sheets ? [] : ['has a sheet without a print area']),
    ...textFaults(product, workbook.text),
  ]
}
