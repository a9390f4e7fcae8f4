import { degrees, PDFDocument, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'

const SIZE = 8
/** Distances from the edges in points; many printers reach no nearer than 18. */
const [LEFT, UP] = [36, 24]

/**
 * Writes words at the foot of each page of a PDF, as the reader sees the page. The input bytes are not changed. A PDF
 * that is encrypted without a password is decrypted.
 * @param words Letters of Western European languages.
 * @throws when the input is not a PDF, opens only with a password, or is damaged.
 */
export async function stamp(pdf: Uint8Array, words: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, password: '' })
  // Every reader has this font, so that nothing has to be embedded.
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const page of document.getPages()) {
    page.drawText(words, { ...getFoot(page), size: SIZE, font, color: rgb(0.35, 0.35, 0.35) })
  }
  return document.save()
}

/** Returns the position and direction of text at the foot of a page, which may be rotated. */
function getFoot(page: PDFPage) {
  const { x, y, width, height } = page.getCropBox()
  const angle = ((page.getRotation().angle % 360) + 360) % 360
  const at = {
    90: { x: x + width - UP, y: y + LEFT },
    180: { x: x + width - LEFT, y: y + height - UP },
    270: { x: x + UP, y: y + height - LEFT },
  }[angle] ?? { x: x + LEFT, y: y + UP }
  return { ...at, rotate: degrees(angle) }
}
