import { expect, test } from 'vitest'
import { effectiveQuery } from './effective-query.ts'

const response = (search: string, corrections: { typed: string; corrected: string }[]) =>
  effectiveQuery(search, corrections)
    .map(({ text, corrected }) => (corrected ? `*${text}*` : text))
    .join('')

test('a corrected word stands in its place, and the rest as it was typed', () => {
  expect(response('Diabetis, foot care', [{ typed: 'diabetis', corrected: 'diabetes' }])).toBe('*diabetes*, foot care')
  expect(response('Ìbàdann', [{ typed: 'ibadann', corrected: 'ibadan' }])).toBe('*ibadan*')
  expect(response('diabetes', [])).toBe('diabetes')
})
