// The process that reads the text of a PDF's first pages, which may be damaged or hostile. draw-free-pages.ts starts it
// with the file and the number of pages, and may kill it at any time.
import fs from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import { limitText } from './drawn-bitmap.ts'
import { isTextOnly } from './text-only-pages.ts'

const [path = '', count = '0'] = process.argv.slice(2)

process.send?.(await readPages(Number(count)))

/**
 * Returns the text of each page, '' for a page that shows anything else than text. A file that is not a PDF ends this
 * process, and with it the reading.
 */
async function readPages(max: number): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await fs.readFile(path)), { useSystemFonts: false, verbosity: 0 })
  const texts: string[] = []
  for (let number = 1; number <= Math.min(max, pdf.numPages); number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    texts.push((await isTextOnly(page)) ? limitText(text) : '')
    page.cleanup()
  }
  return texts
}
