import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'

/** A4 in points. */
const [WIDTH, HEIGHT, MARGIN, SIZE] = [595.28, 841.89, 64, 11]

/**
 * Creates a PDF of these paragraphs, one below the other. A bank reads it, so it has only the characters that every
 * PDF reader draws; others become '?', and ₦ becomes NGN.
 */
export async function getProof(paragraphs: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create()
  document.setTitle('Proof of a sale')
  document.setProducer('Lamplight')
  const font = await document.embedFont(StandardFonts.Helvetica)
  let page = document.addPage([WIDTH, HEIGHT])
  let y = HEIGHT - MARGIN
  for (const paragraph of paragraphs) {
    for (const line of getLines(drawable(paragraph), font)) {
      if (y < MARGIN) {
        page = document.addPage([WIDTH, HEIGHT])
        y = HEIGHT - MARGIN
      }
      page.drawText(line, { x: MARGIN, y, size: SIZE, font })
      y -= SIZE * 1.5
    }
    y -= SIZE * 0.75
  }
  return new Uint8Array(await document.save())
}

/** Accented letters lose their accents where the font has no such letter. */
const drawable = (text: string) =>
  text
    .replaceAll('₦', 'NGN ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x7e]/g, '?')

function getLines(text: string, font: PDFFont): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (font.widthOfTextAtSize(longer, SIZE) <= WIDTH - 2 * MARGIN) {
      lines[lines.length - 1] = longer
    } else {
      lines.push(word)
    }
  }
  return lines
}
