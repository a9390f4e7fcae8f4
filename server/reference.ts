import { randomInt } from 'node:crypto'

/**
 * Characters that are not misread or misheard on the telephone. Left out are 0 and O, 1, I and L, U and V, 2 and Z, 5
 * and S, 8 and B.
 */
const CHARS = '34679ACDEFGHJKMNPQRTWXY'

/**
 * Creates the reference of one response, such as `K7QX-9F3M`. The log and the error page of a failure show the same
 * reference.
 */
export function newReference(): string {
  const characters = Array.from({ length: 8 }, () => CHARS.charAt(randomInt(CHARS.length)))
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`
}
