import { randomUUID } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { ifFaulty } from '../../platform/process/picture-faults.ts'
import { pathOfPicture } from '../../platform/text/own-pictures.ts'
import type { Person } from '../../platform/session/session.server.ts'

/** The accepted formats. Not SVG, because it can contain scripts. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
/** The longer side in pixels: wider than our pages and twice as wide as a phone. */
const LONGEST = 1600
/** The most pixels: a phone's camera makes no more, but a small file can decode to any size. */
const MOST_PIXELS = 60_000_000

/**
 * Stores a picture for posts: upright, at most 1,600 pixels long, WebP, without the camera's metadata (place and time).
 * @returns its path, or null when the file is not a picture.
 * @throws when the backend refused or failed.
 */
export async function storePicture(operator: Person, file: Uint8Array): Promise<string | null> {
  const kind = await fileTypeFromBuffer(file)
  if (!kind || !TAKEN.has(kind.mime)) {
    return null
  }
  const made = await sharp(file, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
    .catch(ifFaulty(null))
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
