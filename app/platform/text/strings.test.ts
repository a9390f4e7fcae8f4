import { expect, test } from 'vitest'
import { asSentence, shortened } from './strings.ts'

test('shortened returns a short text unchanged', () => {
  expect(shortened('Twelve words', 12)).toBe('Twelve words')
})

test('shortened cuts a long text at a word, within the maximum', () => {
  const words = 'one two three four five six seven eight nine ten'
  for (let max = 4; max < words.length; max += 1) {
    const cut = shortened(words, max)
    expect(cut.length).toBeLessThanOrEqual(max)
    expect(words.split(' ')).toContain(cut.slice(0, -1).split(' ').at(-1))
  }
})

test.each([
  ['dormant', 'dormant.'],
  [' The account is dormant. ', 'The account is dormant.'],
  ['Is it closed?', 'Is it closed?'],
  ['It said “dormant.”', 'It said “dormant.”'],
  ['', ''],
])('asSentence ends %j once', (typed, sentence) => {
  expect(asSentence(typed)).toBe(sentence)
})
