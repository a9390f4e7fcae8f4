// Opens built files again with libraries other than those that wrote them.
import { strFromU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { extractText, getDocumentProxy } from 'unpdf'

export type OpenedPdf = { pages: string[]; hasOnlyEmbeddedFonts: boolean }

export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  const source = Buffer.from(bytes).toString('latin1')
  const fonts = source.match(/\/Type \/FontDescriptor/g)?.length ?? 0
  const embedded = source.match(/\/FontFile[23]? /g)?.length ?? 0
  // A font of the PDF standard has no descriptor, so it would only show as a simple font.
  return { pages: text, hasOnlyEmbeddedFonts: fonts > 0 && fonts === embedded && !/\/Subtype \/Type1\b/.test(source) }
}

export async function openWord(bytes: Uint8Array): Promise<{ text: string; headings: number; parts: Record<string, string> }> {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })
  return {
    text: value.replace(/<[^>]+>/g, ' ').replaceAll('&amp;', '&'),
    headings: value.match(/<h[1-3]>/g)?.length ?? 0,
    parts: openParts(bytes, /^word\/(document|styles|numbering|header\d*|footer\d*)\.xml$/),
  }
}

/** @returns the texts, and the size in points of the smallest text; the footers of the masters are not counted. */
export function openSlides(bytes: Uint8Array): { slides: string[]; notes: string[]; smallest: number } {
  const textOf = (parts: Record<string, string>) =>
    Object.entries(parts)
      .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
      .map(([, xml]) => [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text).join(' '))
  const parts = openParts(bytes, /^ppt\/slides\/slide\d+\.xml$/)
  const sizes = [
    ...Object.values(parts)
      .join('')
      .matchAll(/<a:rPr[^>]*\bsz="(\d+)"/g),
  ].map(([, size]) => Number(size) / 100)
  return {
    smallest: Math.min(...sizes),
    slides: textOf(parts),
    notes: textOf(openParts(bytes, /^ppt\/notesSlides\/notesSlide\d+\.xml$/)),
  }
}

export type OpenedWorkbook = {
  sheets: number
  formulas: number
  formulasWithoutResult: number
  errors: number
  isProtected: boolean
  printAreas: number
  /** The size in points of the smallest text. */
  smallest: number
  text: string
}

export function openWorkbook(bytes: Uint8Array): OpenedWorkbook {
  const sheets = Object.values(openParts(bytes, /^xl\/worksheets\/sheet\d+\.xml$/))
  const workbook = openParts(bytes, /^xl\/workbook\.xml$/)['xl/workbook.xml'] ?? ''
  const styles = openParts(bytes, /^xl\/styles\.xml$/)['xl/styles.xml'] ?? ''
  // The first font is that of empty cells.
  const sizes = [...styles.matchAll(/<sz val="(\d+)"/g)].slice(1).map(([, size]) => Number(size))
  const cells = sheets.flatMap((xml) => xml.match(/<c [^>]*>.*?<\/c>/g) ?? [])
  const formulas = cells.filter((cell) => cell.includes('<f>'))
  return {
    sheets: sheets.length,
    formulas: formulas.length,
    formulasWithoutResult: formulas.filter((cell) => !/<v>/.test(cell)).length,
    errors: cells.filter((cell) => cell.includes('t="e"')).length,
    isProtected: sheets.every((xml) => xml.includes('<sheetProtection')),
    smallest: Math.min(...sizes),
    printAreas: workbook.match(/_xlnm\.Print_Area/g)?.length ?? 0,
    text: openParts(bytes, /^xl\/sharedStrings\.xml$/)['xl/sharedStrings.xml'] ?? '',
  }
}

function openParts(bytes: Uint8Array, names: RegExp): Record<string, string> {
  const parts = unzipSync(bytes, { filter: ({ name }) => names.test(name) })
  return Object.fromEntries(Object.entries(parts).map(([name, data]) => [name, strFromU8(data)]))
}
