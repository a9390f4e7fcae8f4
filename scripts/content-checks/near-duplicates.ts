import { wordsOf } from './text.ts'

/** A text and its place. */
export type Piece = { where: string; text: string }
export type Pair = { first: string; second: string; share: number }

const SHINGLE = 5

/**
 * The pairs of texts with common runs of five words, the most alike first. `share` is containment: the part of the shorter text's runs that
 * the longer text has too. It shows a short text copied into a long one, which Jaccard's measure would hide.
 */
export function sharingRuns(pieces: Piece[]): Pair[] {
  return pairs(pieces, shinglesOf, (shared, first, second) => shared / Math.min(first, second))
}

/**
 * The pairs of titles with common content words, the most alike first. Titles are too short for runs of words, and rewording changes the
 * order. `share` is Jaccard's measure over the content words without their endings.
 */
export function sharingWords(pieces: Piece[]): Pair[] {
  return pairs(pieces, tellingWordsOf, (shared, first, second) => shared / (first + second - shared))
}

function pairs(
  pieces: Piece[],
  partsOf: (text: string) => Set<string>,
  measure: (shared: number, first: number, second: number) => number,
): Pair[] {
  const sizes: number[] = []
  const holders = new Map<string, number[]>()
  const shared = new Map<number, number>()
  for (const [index, { text }] of pieces.entries()) {
    const parts = partsOf(text)
    sizes.push(parts.size)
    for (const part of parts) {
      const earlier = holders.get(part) ?? []
      for (const other of earlier) {
        const pair = other * pieces.length + index
        shared.set(pair, (shared.get(pair) ?? 0) + 1)
      }
      holders.set(part, [...earlier, index])
    }
  }
  return [...shared]
    .map(([pair, count]) => {
      const [first, second] = [Math.floor(pair / pieces.length), pair % pieces.length]
      return {
        first: pieces[first]?.where ?? '',
        second: pieces[second]?.where ?? '',
        share: measure(count, sizes[first] ?? 0, sizes[second] ?? 0),
      }
    })
    .toSorted((one, other) => other.share - one.share)
}

function shinglesOf(text: string): Set<string> {
  const words = wordsOf(text)
  return new Set(words.slice(SHINGLE - 1).map((_last, index) => words.slice(index, index + SHINGLE).join(' ')))
}

const GRAMMAR = new Set(
  'a an and among as at by during for from her his in into its of on or over the their to towards two three under who whose with within'.split(
    ' ',
  ),
)

function tellingWordsOf(title: string): Set<string> {
  return new Set(
    wordsOf(title)
      .filter((word) => !GRAMMAR.has(word))
      .map((word) => (word.length > 4 ? word.replace(/(ies|es|s|ing|ed|y|e)$/, '') : word)),
  )
}
