import { randomInt } from 'node:crypto'

/** Without characters that are misread or misheard on the telephone: 0 and O, 1, I and L, U and V, 2 and Z, 5 and S, 8 and B. */
const CHARS = '34679ACDEFGHJKMNPQRTWXY'

/** Makes the number of one answer, such as `K7QX-9F3M`. A failure in the log and the error page show the same number. */
export function newReference(): string {
  const characters = Array.from({ length: 8 }, () => CHARS.charAt(randomInt(CHARS.length)))
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`
}
