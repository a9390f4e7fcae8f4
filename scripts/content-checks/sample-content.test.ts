import { expect, test } from 'vitest'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { faultsOf } from './faults.ts'
import { figuresOf, measures } from './figures.ts'

const content = readSampleContent()
console.log(figuresOf(content))

test('nothing in supabase/seed is wrong: lengths, links, prices, parts, facts of works, honesty, plain words, reading level, no two alike', () => {
  expect(faultsOf(content)).toEqual([])
})

test.each(measures(content))('there are enough: $name, $is of at least $least', ({ is, least }) => {
  expect(is).toBeGreaterThanOrEqual(least)
})
