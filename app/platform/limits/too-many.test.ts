import { expect, test } from 'vitest'
import { tooMany, describeWait } from './too-many.ts'

test.each([
  [1, 'a second'],
  [2, '2 seconds'],
  [49, '49 seconds'],
  [50, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [2940, '49 minutes'],
  [2941, 'an hour'],
  [3600, 'an hour'],
  [3601, '2 hours'],
  [86_400, '24 hours'],
])('describeWait rounds %i seconds to %s', (seconds, words) => {
  expect(describeWait(seconds)).toBe(words)
})

test('tooMany names the time to wait', () => {
  expect(tooMany('sign-in', 660)).toBe(
    'There were too many attempts to sign in from here. Wait 11 minutes, then try again. Your account is not locked.',
  )
})
