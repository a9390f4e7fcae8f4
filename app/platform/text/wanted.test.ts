import { expect, test } from 'vitest'
import { describeWanted } from './wanted.ts'

test.each([
  ['search', '“burns”'],
  ['topic', 'the topic burns'],
  ['subject', 'everything in burns'],
] as const)('describeWanted describes a %s', (kind, words) => {
  expect(describeWanted({ kind, wanted: 'burns' })).toBe(words)
})
