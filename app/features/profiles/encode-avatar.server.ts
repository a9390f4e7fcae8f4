import { fileTypeFromFile } from 'file-type'
import { ifFaulty, isFaultOfPicture } from '../../platform/process/picture-faults.ts'

/** Pixels along each side of a picture that is kept. */
const SIDE = 320
/** Pixels of the largest picture that is decoded: 108-megapixel phones, and no more. It is looked at before anything is decoded. */
const MOST_PIXELS = 120_000_000
const MOST_SECONDS = 20
/** A picture of ours has some 10 to 30 kB. */
const MOST_ENCODED_BYTES = 128 * 1024

/** What the image library decodes and a phone or a camera makes. No SVG: that is a page, not a picture. */
const DECODED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff'])

export type Encoded = { picture: Buffer } | { reason: string }

let turn: Promise<unknown> = Promise.resolve()

/**
 * A picture of anybody's as one of ours: upright, cut to a square of 320 pixels, WebP, with nothing left of where and with what it was
 * taken. Its type is told by its content. One at a time, so that pictures never hold the pages up.
 * @returns why not, for whoever chose it, when it is none that can be taken.
 */
export function encodeAvatar(file: string): Promise<Encoded> {
  const mine = turn.then(() => encode(file))
  // How it went is heard by who asked for it.
  turn = Promise.allSettled([mine])
  return mine
}

async function encode(file: string): Promise<Encoded> {
  const type = await fileTypeFromFile(file).catch(ifFaulty(undefined))
  if (type?.mime === 'image/heic' || type?.mime === 'image/heif') {
    return {
      reason: 'This picture is in the HEIC format, which cannot be read here. Send it as JPEG; a screenshot of it will do',
    }
  }
  if (!type || !DECODED.has(type.mime)) {
    return { reason: 'This is not a picture that can be read here. Choose a JPEG or PNG' }
  }
  // Loaded when a picture comes, which is rare.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  try {
    const picture = await sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 80 })
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer()
    return isOurs(picture) ? { picture } : { reason: 'This picture could not be made smaller. Choose another' }
  } catch (error) {
    if (!isFaultOfPicture(error)) {
      throw error
    }
    return {
      reason: /pixel limit/i.test(error instanceof Error ? error.message : '')
        ? 'This picture has too many pixels. Choose a smaller one'
        : 'This picture is damaged. Choose another, or save it again',
    }
  }
}

/**
 * Whether bytes are a picture as we encode it: a WebP of one plain image, 320 by 320. Such a file has no room for anything beside the image:
 * no place, no camera, no animation. On a hosted project a student can put other bytes where theirs should be; those are never shown.
 */
export function isOurs(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 30 || bytes.byteLength > MOST_ENCODED_BYTES) {
    return false
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const letters = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  const isOneImage =
    letters(0) === 'RIFF' &&
    view.getUint32(4, true) === bytes.byteLength - 8 &&
    letters(8) === 'WEBP' &&
    letters(12) === 'VP8 ' &&
    // The one chunk fills the file; chunks have an even length.
    [0, 1].includes(bytes.byteLength - 20 - view.getUint32(16, true))
  const isKeyFrame = (view.getUint8(20) & 1) === 0 && view.getUint8(23) === 0x9d && view.getUint16(24, true) === 0x2a01
  return isOneImage && isKeyFrame && view.getUint16(26, true) === SIDE && view.getUint16(28, true) === SIDE
}
