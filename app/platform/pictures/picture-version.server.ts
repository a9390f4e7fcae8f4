import { createHash } from 'node:crypto'
import { DRAWING, type Drawing } from '#app/services/pictures.ts'

/**
 * Returns the version of a picture, which changes with its content. `photo` is the address of its photo, if it has one.
 */
export function getVersion(of: Drawing | { photo: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, of]))
    .digest('base64url')
    .slice(0, 16)
}
