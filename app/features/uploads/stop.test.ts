import { expect, test } from 'vitest'
import { describeStop } from './stop.ts'

test.each([
  [401, '', 'sign in', /Your session has ended/],
  [415, 'Only documents are taken\n', 'other file', /^Only documents are taken$/],
  [507, 'The disk is full', 'again', /^The disk is full$/],
  [502, '', 'again', /We could not save it/],
])('describeStop reports status %i', (status, body, next, reason) => {
  expect(describeStop({ status, body })).toEqual({ step: 'stopped', next, reason: expect.stringMatching(reason) as string })
})

test.each([0, 404])('describeStop returns null for status %i without a sentence', (status) => {
  expect(describeStop({ status, body: '' })).toBeNull()
})
