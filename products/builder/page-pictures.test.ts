import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPages, PICTURE_HEIGHT, PICTURE_WIDTH } from './page-pictures.ts'

async function writePages(count: number): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (let at = 0; at < count; at += 1) {
    const page = document.addPage([595, 842])
    for (let line = 0; line < 30; line += 1) {
      page.drawText('The nurse washes her hands before touching a patient.', { x: 60, y: 780 - line * 24, size: 14 })
    }
  }
  return document.save()
}

test.each([
  [1, 0],
  [2, 2],
  [7, 3],
  [20, 4],
])('drawPages draws a third of %d pages and one more, at most four', async (pages, pictures) => {
  expect(await drawPages(await writePages(pages))).toHaveLength(pictures)
})

test('drawPages blurs only the last picture, and gives the same bytes again', async () => {
  const pdf = await writePages(6)
  const pictures = await drawPages(pdf)
  const details = await Promise.all(pictures.map((picture) => sharp(picture).metadata()))
  expect(details.map(({ format, width, height }) => [format, width, height])).toEqual(
    pictures.map(() => ['webp', PICTURE_WIDTH, PICTURE_HEIGHT]),
  )
  // Letters have sharp edges, and a blurred page has none.
  const sharpness = await Promise.all(pictures.map(async (picture) => (await sharp(picture).stats()).sharpness))
  expect(sharpness[1]).toBeGreaterThan(5 * (sharpness[2] ?? 0))
  expect(await drawPages(pdf)).toEqual(pictures)
})

test('drawPages rejects a file that is not a PDF', async () => {
  await expect(drawPages(Buffer.from('no PDF'))).rejects.toThrow()
})
