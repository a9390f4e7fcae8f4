import { createHash, randomInt } from 'node:crypto'

const HOW_MANY = 10
const CHARS = 12
/** Letters and digits except 0, 1, i, l and o, which are misread. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_CODE = new RegExp(`^[${ALPHABET}]{${CHARS}}$`)

/** Returns ten recovery codes of 59 bits: `abcd-efgh-jkmn`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () =>
    Array.from({ length: CHARS }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  )
}

/** Returns a typed recovery code without spaces, dashes and capitals, or null if it cannot be one. */
export function readRecoveryCode(input: string): string | null {
  const code = input.toLowerCase().replaceAll(/[\s-]/g, '')
  return RECOVERY_CODE.test(code) ? code : null
}

/**
 * Returns the hash under which a code is stored. The code is random, so that a slow hash adds nothing; the account's id
 * keeps equal codes of two accounts apart.
 */
export function hashRecoveryCode(userId: string, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${code.replaceAll('-', '')}`)
    .digest('base64url')
}
