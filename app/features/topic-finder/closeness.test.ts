import { expect, test } from 'vitest'
import { findClose, getSearchWords } from './closeness.ts'

const titles = [
  { title: 'Knowledge and practice of hand hygiene among nurses in Enugu', path: '/a', kind: 'work' as const },
  { title: 'Hand hygiene of students', path: '/b', kind: 'topic' as const },
  { title: 'Sleep quality of pregnant women', path: '/c', kind: 'topic' as const },
]

test('the same title is found in spite of capitals and punctuation', () => {
  const [first] = findClose('SLEEP QUALITY, OF PREGNANT WOMEN.', titles)
  expect(first).toMatchObject({ path: '/c', isSame: true })
})

test('titles are ordered by the share of their words, and others are left out', () => {
  const close = findClose('Practice of hand hygiene by midwives and their knowledge, Enugu', titles)
  expect(close.map(({ path, shared, words, isSame }) => [path, shared, words, isSame])).toEqual([
    ['/a', 5, 5, false],
    ['/b', 2, 2, false],
  ])
})

test('a short title is close to a long one that contains it', () => {
  expect(findClose('Hand hygiene', titles).map(({ path }) => path)).toEqual(['/a', '/b'])
})

test('a text without a common word has no close title', () => {
  expect(findClose('Burn injuries of children', titles)).toEqual([])
})

test('an abstract is searched by its most frequent words within 200 characters', () => {
  const abstract = `${'Hypertension among adults with hypertension and adherence. '.repeat(20)}Once: pharmacy.`
  const words = getSearchWords(abstract)
  expect(words.length).toBeLessThanOrEqual(200)
  expect(words.split(' ')[0]).toBe('hypertension')
  expect(words).toContain('pharmacy')
  expect(getSearchWords('A short title')).toBe('A short title')
})
