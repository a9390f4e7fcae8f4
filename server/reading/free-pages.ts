/** Length of the pieces of text that are compared, in characters. Shorter ones are in any text by chance. */
const PIECE_CHARS = 24
/** A page with less text is not free: it may be a picture of paid text. */
const MIN_CHARS = 200
/** The share of a page that may be missing in the free text: running heads, page numbers, words that a reviewer changed. */
const MAX_OTHER_SHARE = 0.1
/** The longest other passage, in characters. It is shorter than two lines, so no page with the start of a paid chapter is free. */
const MAX_OTHER_PASSAGE = 100

/**
 * Returns the indices of the pages that consist of text which visitors read for free. Only letters and digits are
 * compared, because two programs read spaces, hyphens and punctuation differently.
 */
export function findFreePages(pages: readonly string[], freeText: string): number[] {
  const free = plain(freeText)
  const pieces = new Set<string>()
  for (let at = 0; at + PIECE_CHARS <= free.length; at += 1) {
    pieces.add(free.slice(at, at + PIECE_CHARS))
  }
  return [...pages.keys()].filter((at) => isFree(plain(pages[at] ?? ''), pieces))
}

function isFree(page: string, pieces: ReadonlySet<string>): boolean {
  let known = 0
  let other = 0
  let passage = 0
  for (let at = 0; at < page.length; at += 1) {
    if (pieces.has(page.slice(at, at + PIECE_CHARS))) {
      known = at + PIECE_CHARS
    }
    passage = at < known ? 0 : passage + 1
    other += at < known ? 0 : 1
    if (passage > MAX_OTHER_PASSAGE) {
      return false
    }
  }
  return page.length >= MIN_CHARS && other <= page.length * MAX_OTHER_SHARE
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
