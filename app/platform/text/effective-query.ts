/** Returns the effective search in parts, with the corrected words marked. A word corrected to nothing is left out. */
export function effectiveQuery(
  search: string,
  corrections: readonly { typed: string; corrected: string }[],
): { text: string; corrected: boolean }[] {
  return search
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .filter((chunk) => chunk !== '')
    .map((chunk) => {
      const taken = corrections.find(({ typed: values }) => values === plain(chunk))?.corrected
      return { text: taken ?? chunk, corrected: taken !== undefined }
    })
    .filter(({ text }) => text !== '')
}

/** Returns the effective search as one text. */
export function correctedSearch(search: string, corrections: readonly { typed: string; corrected: string }[]): string {
  return effectiveQuery(search, corrections)
    .map(({ text }) => text)
    .join('')
}

type Reading = {
  corrections: readonly { typed: string; corrected: string }[]
  understood: readonly { typed: string; meaning: string }[]
}

/** Returns the words that the results of a search may have: corrected, with the meanings of abbreviations and lay words. */
export function searchedWords(search: string, { corrections, understood }: Reading): string {
  return [correctedSearch(search, corrections), ...understood.map(({ meaning }) => meaning)].join(' ')
}

/** Returns words of the search as they were typed: HTN, not htn. */
export function asTyped(search: string, words: string): string {
  const at = search.toLowerCase().indexOf(words)
  return at === -1 ? words : search.slice(at, at + words.length)
}

/** Normalizes a word like the search: lower case without accents. */
function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
