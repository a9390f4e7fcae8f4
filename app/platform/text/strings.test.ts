import { expect, test } from 'vitest'
import { shortened } from './strings.ts'

test('a short text stays whole', () => {
  expect(shortened('Twelve words', 12)).toBe('Twelve words')
})

test('a long text is cut at a word and never longer than asked', () => {
  const words = 'one two three four five six seven eight nine ten'
  for (let most = 4; most < words.length; most += 1) {
    const cut = shortened(words, most)
    expect(cut.length).toBeLessThanOrEqual(most)
    expect(words.split(' ')).toContain(cut.slice(0, -1).split(' ').at(-1))
  }
})
