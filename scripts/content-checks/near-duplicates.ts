import { wordsOf } from './text.ts'

/** A piece of text, and where it stands. */
export type Piece = { where: string; text: string }
export type Pair = { first: string; second: string; share: number }

const SHINGLE = 5

/**
 * The pairs of pieces that have runs of five words in common, the nearest first. `share` is containment: which part of the shorter one's
 * runs stands in the longer one too, so that a short text copied into a long one is seen, which Jaccard's measure would hide.
 */
export function sharingRuns(pieces: Piece[]): Pair[] {
  return pairs(pieces, shinglesOf, (shared, first, second) => shared / Math.min(first, second))
}

/**
 * The pairs of titles whose telling words are mostly the same, the nearest first: a title is too short for runs of words, and a rewording
 * changes their order. `share` is Jaccard's measure over the words that are no grammar, each without its ending.
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
