import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { isPictureFault } from '#app/platform/pictures/picture-faults.ts'
import { type Cover, type Drawing, type Picture, PICTURE_HEIGHT, PICTURE_WIDTH } from '#app/services/pictures.ts'
import { coverSvg } from './cover.ts'
import { siteSvg, markSvg } from './site.ts'
import { drawable } from './letters.ts'

/** The largest share picture in bytes. */
export const MAX_BYTES = 100_000

/** Draws the picture as PNG. */
export async function draw(drawing: Drawing): Promise<Picture> {
  const { pixels, width, height } = new Resvg(await getSvg(drawing), { font: { loadSystemFonts: false } }).render()
  const image = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
  // The picture has all colours if it is small enough, which is nearly always. A palette would cause visible banding in
  // the light.
  const whole = await image.clone().png({ compressionLevel: 9 }).toBuffer()
  const bytes = whole.length <= MAX_BYTES ? whole : await image.png({ palette: true, effort: 7 }).toBuffer()
  return { bytes: new Uint8Array(bytes), type: 'image/png' }
}

/** Returns the SVG of the picture, with all texts as outlines. */
export async function getSvg(drawing: Drawing): Promise<string> {
  if (drawing.of === 'cover') {
    return coverSvg(await readable(drawing.cover))
  }
  return drawing.of === 'site' ? siteSvg() : markSvg()
}

/** The formats that the bucket of public files accepts. SVG is not one, because it may load other files. */
const PHOTOS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'heif', 'gif'])

/**
 * Crops a photo to the size of a share picture, around its middle. Null when it is not a picture, or too large to
 * open.
 */
export async function fit(photo: Uint8Array): Promise<Picture | null> {
  try {
    const opened = sharp(photo, { limitInputPixels: 50_000_000, failOn: 'error' })
    if (!PHOTOS.has((await opened.metadata()).format)) {
      return null
    }
    const image = opened.rotate().resize(PICTURE_WIDTH, PICTURE_HEIGHT, { fit: 'cover' }).flatten({ background: '#ffffff' })
    for (const quality of [82, 60, 40, 20]) {
      const bytes = await image.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
      if (bytes.length <= MAX_BYTES) {
        return { bytes: new Uint8Array(bytes), type: 'image/jpeg' }
      }
    }
    return null
  } catch (error) {
    if (isPictureFault(error)) {
      return null
    }
    throw error
  }
}

async function readable(cover: Cover): Promise<Cover> {
  const [kind, title, subject, foot] = await Promise.all([cover.kind, cover.title, cover.subject, cover.foot].map(drawable))
  return { ...cover, kind: kind ?? '', title: title || 'Lamplight', subject: subject ?? '', foot: foot ?? '' }
}
