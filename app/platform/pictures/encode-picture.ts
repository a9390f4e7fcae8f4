import { fileTypeFromBuffer } from 'file-type'
import { AVATAR_SIDE, type PictureShape } from '#app/platform/text/own-pictures.ts'
import { getDecodingReason, getTypeReason, ifFaulty } from './picture-faults.ts'

/** The longer side in pixels: wider than our pages and twice as wide as a phone. */
const MAX_SIDE = 1600
/** No phone camera exceeds this, but a small file can decode to any size. */
const MAX_PIXELS = 60_000_000

type EncodedPicture = { name: string; bytes: Buffer }

/**
 * Encodes a picture again: upright, opaque, WebP, without the camera's metadata (place and time). A whole one is at
 * most 1,600 pixels long; an avatar is cut to a square of 132 pixels, a tall picture at its top where the head is.
 * @returns its bytes and the name of its object in product-files, or the reason why it cannot be read.
 */
export async function encodePicture(file: Uint8Array, shape: PictureShape): Promise<EncodedPicture | { reason: string }> {
  const kind = await fileTypeFromBuffer(file).catch(ifFaulty(undefined))
  const unreadable = getTypeReason(kind?.mime)
  if (unreadable !== null) {
    return { reason: unreadable }
  }
  // Import sharp for the first picture: loading libvips takes a twentieth of a start.
  const { default: sharp } = await import('sharp')
  // Flatten it, so that its placeholder does not shine through.
  const upright = sharp(file, { limitInputPixels: MAX_PIXELS }).autoOrient().flatten({ background: '#ffffff' })
  const resized =
    shape === 'face'
      ? upright.resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: 'cover', position: 'top' })
      : upright.resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
  try {
    const { data, info } = await resized.webp({ quality: 80 }).toBuffer({ resolveWithObject: true })
    return { name: `posts/${crypto.randomUUID()}-${info.width}x${info.height}.webp`, bytes: data }
  } catch (error) {
    return { reason: getDecodingReason(error) }
  }
}

/** The storage options of such a picture. The content under a name never changes, so browsers cache it for a year. */
export const storedPicture = { contentType: 'image/webp', cacheControl: '31536000' } as const
