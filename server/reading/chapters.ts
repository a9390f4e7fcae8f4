/** A block of a work's text: a heading, a paragraph or an item of a list. */
export type Block = { kind: 'heading' | 'text' | 'item'; text: string }

/** The numbers of chapters as words. */
export const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']

/** Returns the chapter that a line starts, 1 to 8, or null. */
export function getChapter(line: string): number | null {
  const [, named] = line.match(/^\W*chapter\s+([a-z]+|\d)\b/i) ?? []
  if (!named) {
    return null
  }
  const word = named.toLowerCase()
  const at = /^\d$/.test(word) ? Number(word) : Math.max(NUMBERS.indexOf(word), ROMAN.indexOf(word)) + 1
  return at >= 1 && at <= 8 ? at : null
}
