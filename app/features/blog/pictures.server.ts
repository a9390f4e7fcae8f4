import { encodePicture, storedPicture } from '#app/platform/pictures/encode-picture.ts'
import { picturePath, type PictureShape } from '#app/platform/text/own-pictures.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/**
 * Stores a picture for posts, settings and testimonials (`encodePicture`).
 * @returns its path, or the reason why the file cannot be read.
 * @throws if the backend rejected it or failed.
 */
export async function storePicture(
  admin: CurrentUser,
  file: Uint8Array,
  shape: PictureShape,
): Promise<{ path: string } | { reason: string }> {
  const picture = await encodePicture(file, shape)
  if ('reason' in picture) {
    return picture
  }
  const { error } = await admin.client.storage.from('product-files').upload(picture.name, picture.bytes, storedPicture)
  if (error) {
    throw new Error('Could not store a picture', { cause: error })
  }
  return { path: picturePath(picture.name) }
}
