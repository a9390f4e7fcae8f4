import { expect, test } from 'vitest'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { getFaults } from './faults.ts'
import { getFigures, measures } from './figures.ts'

const content = readSampleContent()
console.log(getFigures(content))

test('supabase/seed has no faults', () => {
  expect(getFaults(content)).toEqual([])
})

test.each(measures(content))('supabase/seed has at least $least $name ($is)', ({ is, min }) => {
  expect(is).toBeGreaterThanOrEqual(min)
})
