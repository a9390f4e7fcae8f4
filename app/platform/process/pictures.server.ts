import { createHash } from 'node:crypto'
import { DRAWING, type Drawing } from './pictures.ts'

/** The version of a picture. It changes when anything in the picture changes. `photo` is the address of its photo, if it has one. */
export function getVersion(of: Drawing | { photo: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, of]))
    .digest('base64url')
    .slice(0, 16)
}
