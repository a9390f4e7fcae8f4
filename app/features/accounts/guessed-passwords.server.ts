import { MIN_PASSWORD_CHARS } from './schema.ts'

/* Passwords that attackers try first (OWASP ASVS 5, 6.2.4 and 6.2.11): the most common ones, and those built from
   public details of the user. The common ones are from zxcvbn's list (MIT), sorted by how often each was found in
   leaked passwords. Used only on the server, because the list is larger than any of our pages. */

/** The public details of a user. */
export type KnownToUser = { email: string; firstName: string; lastName: string }

const common = 'This password is one of the first that people try. Choose another; a short sentence works well.'
const ownWords = 'This contains your name or address, which others know. Choose another; a short sentence works well.'
/** The site's name, which everyone knows. */
const SITE = 'lamplight'

/** Returns the error for a password that is too easy to guess, or null. */
export async function passwordWeakness(password: string, user: KnownToUser): Promise<string | null> {
  const text = folded(password)
  if ((await commonPasswords()).has(text)) {
    return common
  }
  return consistsOf(getWords(user), text) ? ownWords : null
}

/** Returns true if a password without these words is only a few digits and signs, fewer than a password needs. */
function consistsOf(words: string[], text: string): boolean {
  // The longest word comes first: if `ada` is removed first, a part of `adaokafor` remains.
  const left = words.toSorted((one, other) => other.length - one.length).reduce((rest, word) => rest.replaceAll(word, ''), text)
  return left !== text && !/\p{L}/u.test(left) && left.length < MIN_PASSWORD_CHARS
}

function getWords({ email, firstName, lastName }: KnownToUser): string[] {
  const address = folded(email)
  const local = address.split('@')[0] ?? ''
  const parts = [local, firstName, lastName].flatMap((text) => folded(text).split(/[^\p{L}]+/u))
  return [address, local, SITE, ...parts].filter((word) => word.length > 1)
}

/** Removes accents, apostrophes and capital letters, because attackers try both spellings. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
}

let list: Promise<Set<string>> | null = null

/** Returns the common passwords that are long enough for us; they are loaded on first use. */
function commonPasswords(): Promise<Set<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((each) => each.length >= MIN_PASSWORD_CHARS)),
  )
  return list
}
