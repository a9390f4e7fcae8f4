/** What was searched, in pieces: the words that were corrected stand as they were taken. */
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
}

/** A word as the search reads it: small letters without accents. */
function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
