import { expect, test } from 'vitest'
import { describeBankChange } from './bank-change.ts'

test.each([
  ['2026-11-27', 'A payout due on 27 Nov 2026 is delayed until 4 Dec 2026.'],
  [null, 'The payout day on 4 Dec 2026 is not affected.'],
])('describeBankChange names the days when the payout day %s is missed', (missed_day, says) => {
  expect(describeBankChange({ until: '2026-11-28T08:30:00Z', missed_day, next_day: '2026-12-04' })).toBe(
    `For your safety we pay nothing to a new account before 28 Nov 2026, 09:30 WAT. ${says}`,
  )
})
