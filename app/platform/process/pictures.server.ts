import { createHash } from 'node:crypto'
import { DRAWING, type Drawing } from './pictures.ts'

/** The version of a picture: another as soon as anything of it is another. `photo` is the address of the photo it is made of. */
export function versionOf(of: Drawing | { photo: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, of]))
    .digest('base64url')
    .slice(0, 16)
}
