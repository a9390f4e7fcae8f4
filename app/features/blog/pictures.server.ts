import { randomUUID } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { ifFaulty } from '../../platform/process/picture-faults.ts'
import { FACE_SIDE, pathOfPicture, type PictureShape } from '../../platform/text/own-pictures.ts'
import type { Person } from '../../platform/session/session.server.ts'

/** The accepted formats. Not SVG, because it can contain scripts. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
/** The longer side in pixels: wider than our pages and twice as wide as a phone. */
const LONGEST = 1600
/** The most pixels: a phone's camera makes no more, but a small file can decode to any size. */
const MOST_PIXELS = 60_000_000

/**
 * Stores a picture for posts, settings and testimonials: upright, WebP, without the camera's metadata (place and time).
 * A whole one is at most 1,600 pixels long; a face is cut to a square of 132 pixels, a tall picture at its top where the head is, and
 * is opaque.
 * @returns its path, or null when the file is not a picture.
 * @throws when the backend refused or failed.
 */
export async function storePicture(operator: Person, file: Uint8Array, shape: PictureShape): Promise<string | null> {
  const kind = await fileTypeFromBuffer(file)
  if (!kind || !TAKEN.has(kind.mime)) {
    return null
  }
  // Loaded for the first picture: libvips is a twentieth of a start.
  const { default: sharp } = await import('sharp')
  const upright = sharp(file, { limitInputPixels: MOST_PIXELS }).autoOrient()
  const cut =
    shape === 'face'
      ? upright.resize({ width: FACE_SIDE, height: FACE_SIDE, fit: 'cover', position: 'top' }).flatten({ background: '#ffffff' })
      : upright.resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
  const made = await cut.webp({ quality: 80 }).toBuffer({ resolveWithObject: true }).catch(ifFaulty(null))
  if (!made) {
    return null
  }
  const name = `posts/${randomUUID()}-${made.info.width}x${made.info.height}.webp`
  const { error } = await operator.client.storage
    .from('product-files')
    .upload(name, made.data, { contentType: 'image/webp', cacheControl: '31536000' })
  if (error) {
    throw new Error('A picture could not be stored', { cause: error })
  }
  return pathOfPicture(name)
}
