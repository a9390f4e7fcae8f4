import { expect, test } from 'vitest'
import { asTaken } from './effective-query.ts'

const said = (search: string, corrections: { typed: string; said: string }[]) =>
  asTaken(search, corrections)
    .map(({ text, corrected }) => (corrected ? `*${text}*` : text))
    .join('')

test('a corrected word stands in its place, and the rest as it was typed', () => {
  expect(said('Diabetis, foot care', [{ typed: 'diabetis', said: 'diabetes' }])).toBe('*diabetes*, foot care')
  expect(said('Ìbàdann', [{ typed: 'ibadann', said: 'ibadan' }])).toBe('*ibadan*')
  expect(said('diabetes', [])).toBe('diabetes')
})
