import { expect, test } from 'vitest'
import { escapePattern, findInOrder, splitMatches, type Topic } from './topic.ts'

const topic = (title: string, description: string | null = null): Topic => ({
  title,
  area: 'Area',
  level: null,
  description,
  sellingPoint: null,
})

test('findInOrder lists whole words of the title first, then other texts, and parts of words last', () => {
  const inside = topic('Analysis by ANCOVA')
  const described = topic('Attendance at clinics', 'About ANC.')
  const titled = topic('Barriers to ANC visits')
  const { topics, whole } = findInOrder([inside, described, titled], 'anc', '')
  expect(topics).toEqual([titled, described, inside])
  expect(whole).toBe(2)
})

test('findInOrder takes the beginning of a word for a word from four letters on', () => {
  const hygiene = topic('Hygiene of hands')
  expect(findInOrder([hygiene], 'hyg', '').whole).toBe(0)
  expect(findInOrder([hygiene], 'hygi', '').whole).toBe(1)
})

test.each(['%', '(a*b)', '15 to 19', 'x\\y'])('findInOrder finds %j literally', (search) => {
  const found = topic(`A plan ${search} of care`)
  expect(findInOrder([topic('Another plan'), found], search, '')).toEqual({ topics: [found], whole: 1 })
})

test('splitMatches returns matches as every second piece', () => {
  expect(splitMatches('Hand hygiene (hand rub)', escapePattern('hand'))).toEqual(['', 'Hand', ' hygiene ', '(hand', ' rub)'])
  expect(splitMatches('100% (a*b)', escapePattern('(a*b)'))).toEqual(['100% ', '(a*b)', ''])
  expect(splitMatches('Hand', '')).toEqual(['Hand'])
})
