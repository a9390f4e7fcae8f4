import { expect, test } from 'vitest'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { getFaults } from './faults.ts'
import { getFigures, measures } from './figures.ts'

const content = readSampleContent()
console.log(getFigures(content))

test('nothing in supabase/seed is wrong: lengths, links, prices, parts, facts of works, honesty, plain words, reading level, no two alike', () => {
  expect(getFaults(content)).toEqual([])
})

test.each(measures(content))('there are enough: $name, $is of at least $least', ({ is, least: min }) => {
  expect(is).toBeGreaterThanOrEqual(min)
})
