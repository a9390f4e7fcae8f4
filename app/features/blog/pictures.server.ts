import { randomUUID } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { ifFaulty } from '../../platform/process/picture-faults.ts'
import { pathOfPicture } from '../../platform/text/own-pictures.ts'
import type { Person } from '../../platform/session/session.server.ts'

/** What a camera or a drawing program makes. No SVG: it is a program of its own. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
/** Pixels along the longer side: wider than any page of ours, twice as wide as a phone. */
const LONGEST = 1600
/** A small file may unfold to any size; a phone's camera makes at most this many pixels. */
const MOST_PIXELS = 60_000_000

/**
 * Keeps a picture for posts: turned as it was held, at most 1,600 pixels long, WebP, without what a camera writes into it (place and time).
 * @returns its path, or null when the file is no picture.
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
