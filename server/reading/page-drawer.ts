// The process that draws pages of a PDF, which may be damaged or hostile. draw-pages.ts starts it with the file and
// the indices of the pages, and may kill it at any time.
import fs from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { DRAWN_WIDTH, limitText, MAX_DRAWN_HEIGHT, type DrawnBitmap } from './drawn-bitmap.ts'

const [path = '', ...pages] = process.argv.slice(2)

process.send?.(await draw(pages.map(Number)))

/** Draws pages as bitmaps. A file that is not a PDF ends this process, and with it the drawing. */
async function draw(indices: readonly number[]): Promise<DrawnBitmap[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(await fs.readFile(path))
  const bitmaps: DrawnBitmap[] = []
  for (const index of indices.filter((at) => at < document.getPageCount())) {
    const page = document.getPage(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const height = Math.round((DRAWN_WIDTH * originalHeight) / Math.max(1, originalWidth))
    // Drawing closes the page.
    const text = limitText(page.getText())
    const drawn = await page.render({
      width: DRAWN_WIDTH,
      height: Math.min(MAX_DRAWN_HEIGHT, Math.max(1, height)),
      render: 'bitmap',
    })
    bitmaps.push({ width: drawn.width, height: drawn.height, data: drawn.data, text })
  }
  return bitmaps
}
