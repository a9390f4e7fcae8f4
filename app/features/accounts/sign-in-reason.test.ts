import { expect, test } from 'vitest'
import { signInReason } from './sign-in-reason.ts'

test.each([
  ['/upload-materials', /upload/],
  ['/request-a-topic?topic=Hand%20hygiene', /request a topic/],
  ['/material-preview/hand-hygiene', /comment/],
  ['/report?comment=1', /report/],
  ['/dashboard/earnings', /dashboard/],
])('signInReason explains %s', (next, reason) => {
  expect(signInReason(next)).toMatch(reason)
})

test.each([null, '/', '/marketplace'])('signInReason is null for %s', (next) => {
  expect(signInReason(next)).toBeNull()
})
