// Draws the first pages of a PDF as pictures, for the page on which a product is sold.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

/** The size of a picture in pixels: an A4 page. */
export const PICTURE_WIDTH = 480
export const PICTURE_HEIGHT = 679
/** The maximum number of pages that can be read before buying. */
const MAX_CLEAR_PAGES = 3
/** Pixels over which the last picture is blurred: its words cannot be read, its layout can. */
const BLUR = 7
const QUALITY = 40

let library: Promise<PDFiumLibrary> | undefined

/**
 * Draws the first third of a PDF's pages as WebP, at most three, and the page after them blurred. A single page has no
 * pictures. Equal files give equal pictures.
 * @throws when the file is not a PDF.
 */
export async function drawPages(pdf: Uint8Array): Promise<Uint8Array[]> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const count = document.getPageCount()
    const clear = Math.min(MAX_CLEAR_PAGES, Math.max(1, Math.floor(count / 3)))
    const drawn = count > 1 ? clear + 1 : 0
    const pictures: Uint8Array[] = []
    for (let at = 0; at < drawn; at += 1) {
      const { data, width, height } = await document
        .getPage(at)
        .render({ width: PICTURE_WIDTH, height: PICTURE_HEIGHT, render: 'bitmap' })
      const page = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
      pictures.push(await (at < clear ? page : page.blur(BLUR)).webp({ quality: QUALITY, effort: 6 }).toBuffer())
    }
    return pictures
  } finally {
    document.destroy()
  }
}
