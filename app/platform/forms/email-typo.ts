/** The providers whose names are misspelled most often; each has its mailboxes at .com. */
const providers = ['gmail', 'yahoo', 'hotmail', 'outlook', 'icloud']
/** The headline above the question about an address that looks misspelled. */
export const LOOK_AGAIN = 'Please look at the email again.'

/** Names of other providers that differ from one of them in a single letter. */
const others = new Set(['mail', 'email', 'ymail', 'rmail', 'cmail'])

/**
 * Returns the address that was probably meant, such as ada@gmail.com for ada@gmial.com, or null. A suggestion only:
 * the typed address may be right.
 */
export function suggestEmail(email: string): string | null {
  const [, box = '', name = '', ending = ''] = /^(.+)@([^.@]+)\.(.+)$/.exec(email.trim().toLowerCase()) ?? []
  const meant = others.has(name) ? undefined : providers.find((provider) => provider === name || isOneSlip(name, provider))
  const isNearCom = ending === 'com' || isOneSlip(ending, 'com')
  // gmail has no other ending, yahoo has many.
  if (meant === undefined || !(isNearCom || meant === 'gmail') || (meant === name && ending === 'com')) {
    return null
  }
  return `${email.trim().slice(0, box.length)}@${meant}.com`
}

/**
 * Returns the question about an address that looks misspelled, as the error of its field, or null.
 * @param kept the address that the form was asked about before: sent again, it is accepted.
 */
export function questionEmail(email: string, kept: string | undefined): string | null {
  const meant = kept === email ? null : suggestEmail(email)
  return meant === null ? null : `Did you mean ${meant}? Correct it, or send it as it is`
}

/** Returns true if two words differ in one letter that is missing, added, wrong or swapped with its neighbour. */
function isOneSlip(word: string, other: string): boolean {
  const shorter = Math.min(word.length, other.length)
  let start = 0
  while (start < shorter && word[start] === other[start]) {
    start += 1
  }
  let end = 0
  while (end < shorter - start && word.at(-1 - end) === other.at(-1 - end)) {
    end += 1
  }
  const left = word.slice(start, word.length - end)
  const right = other.slice(start, other.length - end)
  const isSwapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return isSwapped || (left.length <= 1 && right.length <= 1 && left !== right)
}
