// The drawings of documents: products/drawings/<name>.svg, in elements that pdfmake draws, with text in the font "Sans".
import fs from 'node:fs'
import path from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { pdfmake } from './pdf-theme.ts'
import { PRODUCTS_DIR } from './product.ts'

export const DRAWINGS_DIR = path.join(PRODUCTS_DIR, 'drawings')
/** The width in pixels of a drawing in a Word file, which is 16 cm wide on paper. */
const PICTURE_WIDTH = 1400
/** Elements and attributes that other renderers draw in another way, or not at all. */
const FORBIDDEN =
  /<(?!\/|\?|!--)(?!(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|title|desc)\b)|url\(|href=|style=/
const MIN_FONT_SIZE = 16

export type Drawing = { svg: string; width: number; height: number }

/** Reads a drawing. @throws Error for a missing one, and for what the drawings may not have. */
export function readDrawing(name: string): Drawing {
  const file = path.join(DRAWINGS_DIR, `${name}.svg`)
  if (!fs.existsSync(file)) throw new Error(`There is no drawing products/drawings/${name}.svg`)
  const svg = fs.readFileSync(file, 'utf8')
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? []
  if (!width || !height) throw new Error(`The drawing ${name} has no viewBox that begins with 0 0`)
  const forbidden = FORBIDDEN.exec(svg)
  if (forbidden) throw new Error(`The drawing ${name} has "${svg.slice(forbidden.index, forbidden.index + 30)}"`)
  const small = [...svg.matchAll(/font-size="([\d.]+)"/g)].find(([, size]) => Number(size) < MIN_FONT_SIZE)
  if (small) throw new Error(`The drawing ${name} has text of size ${small[1]}; at least ${MIN_FONT_SIZE} can be read`)
  return { svg, width, height }
}

/** Draws a drawing as a PNG with the fonts of our PDFs. The same drawing gives the same bytes. */
export async function drawPng({ svg, width, height }: Drawing): Promise<Uint8Array> {
  const page = { pageSize: { width, height }, pageMargins: 0, content: [{ svg, width }] }
  const pdf = await pdfmake.createPdf(page).getBuffer()
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  try {
    const size = { width: PICTURE_WIDTH, height: Math.round((PICTURE_WIDTH * height) / width) }
    const { data, ...drawn } = await document.getPage(0).render({ ...size, render: 'bitmap' })
    return new Uint8Array(
      await sharp(data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
        .flatten({ background: '#ffffff' })
        .png({ palette: true, colours: 64, effort: 10 })
        .toBuffer(),
    )
  } finally {
    document.destroy()
  }
}
