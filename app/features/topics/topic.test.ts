import { expect, test } from 'vitest'
import { findInOrder, type Topic } from './topic.ts'

const topic = (title: string, description: string | null = null): Topic => ['Area', title, description, null]

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
