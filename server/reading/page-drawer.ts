// The process that draws pages of a PDF, which may be damaged or hostile. draw-pages.ts starts it with the file, the
// index of the first page and the number of pages, and may kill it at any time.
import fs from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { DRAWN_WIDTH, MAX_DRAWN_HEIGHT, type DrawnBitmap } from './drawn-bitmap.ts'

const [path = '', first = '0', count = '0'] = process.argv.slice(2)

process.send?.(await draw(Number(first), Number(count)))

/** Draws pages as bitmaps. A file that is not a PDF ends this process, and with it the drawing. */
async function draw(from: number, pages: number): Promise<DrawnBitmap[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(await fs.readFile(path))
  const bitmaps: DrawnBitmap[] = []
  for (let at = from; at < Math.min(from + pages, document.getPageCount()); at += 1) {
    const page = document.getPage(at)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const height = Math.round((DRAWN_WIDTH * originalHeight) / Math.max(1, originalWidth))
    const drawn = await page.render({
      width: DRAWN_WIDTH,
      height: Math.min(MAX_DRAWN_HEIGHT, Math.max(1, height)),
      render: 'bitmap',
    })
    bitmaps.push({ width: drawn.width, height: drawn.height, data: drawn.data })
  }
  return bitmaps
}
