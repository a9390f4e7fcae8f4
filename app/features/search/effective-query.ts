/** Returns the effective search in parts, with the corrected words marked. */
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

/** Normalizes a word like the search: lower case without accents. */
function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
