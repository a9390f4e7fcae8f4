import { expect, test } from 'vitest'
import { effectiveQuery } from './effective-query.ts'

const response = (search: string, corrections: { typed: string; corrected: string }[]) =>
  effectiveQuery(search, corrections)
    .map(({ text, corrected }) => (corrected ? `*${text}*` : text))
    .join('')

test('effectiveQuery replaces corrected words and leaves the rest as typed', () => {
  expect(response('Diabetis, foot care', [{ typed: 'diabetis', corrected: 'diabetes' }])).toBe('*diabetes*, foot care')
  expect(response('Ìbàdann', [{ typed: 'ibadann', corrected: 'ibadan' }])).toBe('*ibadan*')
  expect(response('diabetes', [])).toBe('diabetes')
})
