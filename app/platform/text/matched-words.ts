type Piece = { text: string; matched: boolean }

/** Words of a search that are in most titles and are not highlighted. */
const COMMON = new Set('and the for among with from into their its how what why does nurse nurses nursing'.split(' '))

/**
 * Splits a text into pieces and marks those that a search matched: the same word, or one with the same beginning
 * (nurse, nursing). Words of up to three letters match only whole.
 */
export function markMatches(title: string, search: string): Piece[] {
  const wanted = getWords(search).filter((word) => word.length > 1 && !COMMON.has(word))
  const pieces: Piece[] = []
  for (const text of title.split(/([\p{L}\p{M}\p{N}]+)/u)) {
    const [word] = getWords(text)
    const matched = word !== undefined && wanted.some((one) => isSameWord(one, word))
    const last = pieces[pieces.length - 1]
    if (last?.matched === matched) {
      last.text += text
    } else if (text) {
      pieces.push({ text, matched })
    }
  }
  return pieces
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
