/** Words of a search that are in most titles and are not highlighted. */
const COMMON = new Set('and the for among with from into their its how what why does'.split(' '))

/**
 * Splits a title into pieces and marks those that a search matched: the same word, or one with the same beginning
 * (nurse, nursing). Words of up to three letters match only whole.
 */
export function markMatches(title: string, search: string): { text: string; matched: boolean }[] {
  const wanted = getWords(search).filter((word) => word.length > 1 && !COMMON.has(word))
  return title
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .filter((piece) => piece !== '')
    .map((text) => {
      const [word = ''] = getWords(text)
      return { text, matched: word !== '' && wanted.some((one) => isSameWord(one, word)) }
    })
}

/** Returns true for forms of one word: a beginning of at least four letters in common, and at most three letters more. */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const beginning = short.slice(0, Math.max(4, short.length - 2))
  return one === other || (short.length > 3 && long.length - short.length <= 3 && long.startsWith(beginning))
}

/** Returns the words of a text in lower case without accents. */
function getWords(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
