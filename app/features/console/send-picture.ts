import { href } from 'react-router'
import { ACCOUNT_FIELD } from '#app/platform/forms/account-field.ts'
import type { PictureShape } from '#app/platform/text/own-pictures.ts'
import { type CropArea, type CropChoice, getCropArea } from './crop.ts'

/** The longer side of the sent picture in pixels; the server does not enlarge it. */
const LONGEST = 1600

/**
 * Sends a picture to the server. If the browser can, it shrinks it first: a phone's photo of 6 MB becomes about 300 kB,
 * for slow connections.
 * @param account the account of the page.
 * @param crop the part to send, of a picture that the browser could decode.
 * @returns its path, or the reason in a sentence.
 */
export async function sendPicture(
  file: File,
  shape: PictureShape,
  account: string,
  crop?: { aspect: number; choice: CropChoice },
): Promise<{ path: string } | { reason: string }> {
  const body = new FormData()
  body.set('shape', shape)
  body.set(ACCOUNT_FIELD, account)
  body.set('file', await smaller(file, crop))
  try {
    const response = await fetch(href('/admin/pictures'), { method: 'POST', body })
    if (response.status === 413) {
      return { reason: 'This picture is larger than 12 MB. Take a smaller one.' }
    }
    if (response.status === 409 || response.status === 401 || response.redirected) {
      return { reason: 'Another account is signed in now, or none. Sign in again in another tab, then send it.' }
    }
    return (await response.json()) as { path: string } | { reason: string }
  } catch (error) {
    // The connection broke, or a proxy responded with its own page.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) {
      throw error
    }
    return { reason: 'The connection was lost before it was sent. Try again when the connection is back.' }
  }
}

async function smaller(file: File, crop?: { aspect: number; choice: CropChoice }): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const area: CropArea = crop
      ? getCropArea(picture, crop.aspect, crop.choice)
      : { x: 0, y: 0, width: picture.width, height: picture.height }
    const scale = Math.min(1, LONGEST / Math.max(area.width, area.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(area.width * scale)
    canvas.height = Math.round(area.height * scale)
    canvas.getContext('2d')?.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
    picture.close()
    const created = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.85))
    return created && (crop || created.size < file.size) ? created : file
  } catch (error) {
    // The browser cannot decode it, so it is sent unchanged. The server reports the reason.
    if (!(error instanceof DOMException)) {
      console.error(error)
    }
    return file
  }
}
