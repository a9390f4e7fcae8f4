import { expect, test } from 'vitest'
import { markMatches } from './matched-words.ts'

const matched = (title: string, search: string) =>
  markMatches(title, search)
    .filter((piece) => piece.matched)
    .map(({ text }) => text)

test.each([
  ['Nursing care of nurses in Ibadan', 'nurse Ìbàdàn', ['Ibadan']],
  ['Midwives and midwifery', 'midwives', ['Midwives']],
  ['Diabetes and diabetic foot', 'diabetes', ['Diabetes', 'diabetic']],
  ['ICU nurses and the difficult airway', 'icu', ['ICU']],
  ['The care of the child', 'the child', ['child']],
  ['Statistics of a state', 'state', ['state']],
])('markMatches marks in %j what %j matched', (title, search, words) => {
  expect(matched(title, search)).toEqual(words)
})

test('markMatches joins words beside each other that match alike', () => {
  expect(markMatches('Pain of hand washing in wards', 'hand')).toEqual([
    { text: 'Pain of ', matched: false },
    { text: 'hand', matched: true },
    { text: ' washing in wards', matched: false },
  ])
})

test('markMatches returns the whole title in pieces', () => {
  const title = 'Knowledge/attitude, 100% "quoted"'
  expect(
    markMatches(title, 'attitude')
      .map(({ text }) => text)
      .join(''),
  ).toBe(title)
})
