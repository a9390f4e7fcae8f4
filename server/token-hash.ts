import { createHash } from 'node:crypto'

/** Returns the hash that is stored of the token in a link. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
