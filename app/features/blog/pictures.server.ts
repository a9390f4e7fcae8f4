import { randomUUID } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { ifFaulty } from '../../platform/process/picture-faults.ts'
import { FACE_SIDE, pathOfPicture, type PictureShape } from '../../platform/text/own-pictures.ts'
import type { Person } from '../../platform/session/session.server.ts'

/** What a camera or a drawing program makes. No SVG: it is a program of its own. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
/** Pixels along the longer side: wider than any page of ours, twice as wide as a phone. */
const LONGEST = 1600
/** A small file may unfold to any size; a phone's camera makes at most this many pixels. */
const MOST_PIXELS = 60_000_000

/**
 * Keeps a picture for posts, settings and testimonials: turned as it was held, WebP, without what a camera writes into it (place and time).
 * A whole one is at most 1,600 pixels long; a face is cut to a square of 132, a tall picture at its top where the head is, and
 * has no holes.
 * @returns its path, or null when the file is no picture.
 * @throws when the backend refused or failed.
 */
export async function storePicture(operator: Person, file: Uint8Array, shape: PictureShape): Promise<string | null> {
  const kind = await fileTypeFromBuffer(file)
  if (!kind || !TAKEN.has(kind.mime)) {
    return null
  }
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
