import { getWords } from './text.ts'

/** A text and its location. */
export type Chunk = { where: string; text: string }
export type Pair = { first: string; second: string; share: number }

const SHINGLE = 5

/**
 * Returns the pairs of texts with common five-word runs, most similar first. `share` is containment: the part of the
 * shorter text's runs that the longer text also has. It detects a short text copied into a long one, which Jaccard
 * similarity would hide.
 */
export function sharingRuns(chunks: Chunk[]): Pair[] {
  return pairs(chunks, getShingles, (shared, first, second) => shared / Math.min(first, second))
}

/**
 * Returns the pairs of titles with common content words, most similar first. Titles are too short for runs of words,
 * and rewording changes the order. `share` is the Jaccard similarity of the stemmed content words.
 */
export function sharingWords(chunks: Chunk[]): Pair[] {
  return pairs(chunks, getDistinctiveWords, (shared, first, second) => shared / (first + second - shared))
}

function pairs(
  chunks: Chunk[],
  getParts: (text: string) => Set<string>,
  measure: (shared: number, first: number, second: number) => number,
): Pair[] {
  const sizes: number[] = []
  const holders = new Map<string, number[]>()
  const shared = new Map<number, number>()
  for (const [index, { text }] of chunks.entries()) {
    const parts = getParts(text)
    sizes.push(parts.size)
    for (const part of parts) {
      const earlier = holders.get(part) ?? []
      for (const other of earlier) {
        const pair = other * chunks.length + index
        shared.set(pair, (shared.get(pair) ?? 0) + 1)
      }
      holders.set(part, [...earlier, index])
    }
  }
  return [...shared]
    .map(([pair, count]) => {
      const [first, second] = [Math.floor(pair / chunks.length), pair % chunks.length]
      return {
        first: chunks[first]?.where ?? '',
        second: chunks[second]?.where ?? '',
        share: measure(count, sizes[first] ?? 0, sizes[second] ?? 0),
      }
    })
    .toSorted((one, other) => other.share - one.share)
}

function getShingles(text: string): Set<string> {
  const words = getWords(text)
  return new Set(words.slice(SHINGLE - 1).map((_last, index) => words.slice(index, index + SHINGLE).join(' ')))
}

const GRAMMAR = new Set(
  'a an and among as at by during for from her his in into its of on or over the their to towards two three under who whose with within'.split(
    ' ',
  ),
)

function getDistinctiveWords(title: string): Set<string> {
  return new Set(
    getWords(title)
      .filter((word) => !GRAMMAR.has(word))
      .map((word) => (word.length > 4 ? word.replace(/(ies|es|s|ing|ed|y|e)$/, '') : word)),
  )
}
