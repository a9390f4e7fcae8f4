import { LEAST_PASSWORD_LETTERS } from './schema.ts'

/*
 * Passwords that are guessed first (OWASP ASVS 5, 6.2.4 and 6.2.11): those most people choose, and those made of what others know of the
 * person. The first come from the list of zxcvbn, in the order of how often each was found in passwords that leaked; the package keeps it
 * (MIT). On the server only: the list is larger than any of our pages.
 */

/** What others know of a person. */
export type KnownOfPerson = { email: string; firstName: string; lastName: string }

const common = 'This password is among the first that anybody would try. Choose another; a short sentence works well.'
const ownWords = 'This is made from your own name or address, which others know. Choose another; a short sentence works well.'
/** Everybody knows what the site is called. */
const SITE = 'lamplight'

/** Why a password is guessed too easily, as the sentence for its field; null when it is not. */
export async function whyEasilyGuessed(password: string, person: KnownOfPerson): Promise<string | null> {
  const text = folded(password)
  if ((await commonPasswords()).has(text)) {
    return common
  }
  return isMadeOf(wordsOf(person), text) ? ownWords : null
}

/** Whether nothing but digits and signs, and fewer than a password needs, is left beside these words. */
function isMadeOf(words: string[], text: string): boolean {
  // The longest first: of `adaokafor` a part stays if `ada` goes before it.
  const left = words.toSorted((one, other) => other.length - one.length).reduce((rest, word) => rest.replaceAll(word, ''), text)
  return left !== text && !/\p{L}/u.test(left) && left.length < LEAST_PASSWORD_LETTERS
}

function wordsOf({ email, firstName, lastName }: KnownOfPerson): string[] {
  const address = folded(email)
  const local = address.split('@')[0] ?? ''
  const parts = [local, firstName, lastName].flatMap((text) => folded(text).split(/[^\p{L}]+/u))
  return [address, local, SITE, ...parts].filter((word) => word.length > 1)
}

/** Leaves out accents, apostrophes and capital letters, because somebody who guesses tries both spellings. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
}

let list: Promise<Set<string>> | null = null

/** The common passwords that are long enough to be one; read when the first is needed. */
function commonPasswords(): Promise<Set<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((each) => each.length >= LEAST_PASSWORD_LETTERS)),
  )
  return list
}
