import { fileTypeFromFile } from 'file-type'
import { getDecodingReason, getTypeReason, ifFaulty } from '#app/platform/pictures/picture-faults.ts'

/** The side length of a stored picture in pixels. */
const SIDE = 320
/** The maximum number of decoded pixels: those of 108-megapixel phones. Checked before decoding. */
const MAX_PIXELS = 120_000_000
const MAX_SECONDS = 20
/** The largest stored picture in bytes; usual ones have 10 to 30 kB. */
const MAX_ENCODED_BYTES = 128 * 1024

export type Encoded = { picture: Buffer } | { reason: string }

let turn: Promise<unknown> = Promise.resolve()

/**
 * Encodes a chosen picture: upright, cut to a square of 320 pixels, WebP, without metadata such as place and camera.
 * Its content determines its type. One picture at a time, so that pages stay fast.
 * @returns the user's error if it cannot be accepted.
 */
export function encodeAvatar(file: string): Promise<Encoded> {
  const mine = turn.then(() => encode(file))
  // The caller gets the result or the failure.
  turn = Promise.allSettled([mine])
  return mine
}

async function encode(file: string): Promise<Encoded> {
  const type = await fileTypeFromFile(file).catch(ifFaulty(undefined))
  const unreadable = getTypeReason(type?.mime)
  if (unreadable !== null) {
    return { reason: unreadable }
  }
  // Loaded only when a picture arrives, which is rare.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  try {
    const picture = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 80 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
    return isOurs(picture) ? { picture } : { reason: 'This picture could not be made smaller. Choose another' }
  } catch (error) {
    return { reason: getDecodingReason(error) }
  }
}

/**
 * Returns true if bytes are a picture as we encode it: a WebP with one plain image, 320 by 320, and nothing else (no
 * metadata, no animation). On a hosted project a student can store other bytes in its place; those are never shown.
 */
export function isOurs(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 30 || bytes.byteLength > MAX_ENCODED_BYTES) {
    return false
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const characters = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  const isOneImage =
    characters(0) === 'RIFF' &&
    view.getUint32(4, true) === bytes.byteLength - 8 &&
    characters(8) === 'WEBP' &&
    characters(12) === 'VP8 ' &&
    // The file has only this chunk. Chunks have an even length.
    [0, 1].includes(bytes.byteLength - 20 - view.getUint32(16, true))
  const isKeyFrame = (view.getUint8(20) & 1) === 0 && view.getUint8(23) === 0x9d && view.getUint16(24, true) === 0x2a01
  return isOneImage && isKeyFrame && view.getUint16(26, true) === SIDE && view.getUint16(28, true) === SIDE
}
