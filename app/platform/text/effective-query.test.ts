import { expect, test } from 'vitest'
import { asTyped, effectiveQuery, searchedWords } from './effective-query.ts'

const response = (search: string, corrections: { typed: string; corrected: string }[]) =>
  effectiveQuery(search, corrections)
    .map(({ text, corrected }) => (corrected ? `*${text}*` : text))
    .join('')

test('effectiveQuery replaces corrected words and leaves the rest as typed', () => {
  expect(response('Diabetis, foot care', [{ typed: 'diabetis', corrected: 'diabetes' }])).toBe('*diabetes*, foot care')
  expect(response('Ìbàdann', [{ typed: 'ibadann', corrected: 'ibadan' }])).toBe('*ibadan*')
  expect(response('diabetes', [])).toBe('diabetes')
  expect(
    response('glow coma', [
      { typed: 'glow', corrected: 'glaucoma' },
      { typed: 'coma', corrected: '' },
    ]),
  ).toBe('*glaucoma* ')
})

test('searchedWords adds the meanings of abbreviations to the corrected search', () => {
  expect(
    searchedWords('HTN dyet', {
      corrections: [{ typed: 'dyet', corrected: 'diet' }],
      understood: [{ typed: 'htn', meaning: 'hypertension' }],
    }),
  ).toBe('HTN diet hypertension')
})

test('asTyped returns words in the case of the search', () => {
  expect(asTyped('Salt and HTN', 'htn')).toBe('HTN')
  expect(asTyped('Ìbàdàn', 'ibadan')).toBe('ibadan')
})
