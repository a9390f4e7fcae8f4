import { expect, test } from 'vitest'
import { signInReason } from './sign-in-reason.ts'

test.each([
  ['/upload-materials', /upload/],
  ['/request-a-topic?topic=Hand%20hygiene', /request a topic/],
  ['/material-preview/hand-hygiene', /comment/],
  ['/report?comment=1', /report/],
  ['/dashboard/earnings', /dashboard/],
])('signInReason explains %s', (next, reason) => {
  expect(signInReason(next, null)).toMatch(reason)
})

test.each([null, '/', '/marketplace'])('signInReason is null for %s', (next) => {
  expect(signInReason(next, null)).toBeNull()
})

test('signInReason says that the text is saved only if it was written for this form', () => {
  const saved = /What you wrote is saved for an hour\.$/
  expect(signInReason('/report?comment=1', 'report of comment 1')).toMatch(saved)
  expect(signInReason('/material-preview/hand-hygiene', 'comment on 1')).toMatch(saved)
  expect(signInReason('/report?comment=1', null)).toBe('Sign in to send your report.')
  expect(signInReason('/report?comment=1', 'comment on 1')).toBe('Sign in to send your report.')
})
