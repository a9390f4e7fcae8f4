import { expect, test } from 'vitest'
import { describeDay, describeEligibility, describeLine } from './labels.ts'

test.each([
  ['sale', '2026-11-14T10:00:00Z', '2026-11-14T09:59:00Z', 'Sold 14 Nov 2026'],
  ['sale', '2026-11-23T10:00:00Z', '2026-11-14T09:59:00Z', 'Booked 23 Nov 2026, sold 14 Nov 2026'],
  ['sale', '2026-11-14T23:30:00Z', '2026-11-15T00:10:00Z', 'Sold 15 Nov 2026'],
  ['payout', '2026-11-16T10:00:00Z', '2026-11-16T10:00:00Z', '16 Nov 2026'],
] as const)('describeDay of a %s booked at %s and paid at %s', (kind, booked_at, paid_at, text) => {
  expect(describeDay({ kind, booked_at, paid_at })).toBe(text)
})

test('a reason that an admin typed without a full stop ends before the next sentence', () => {
  const eligibility = { eligibility: 'returned', reason: 'dormant' } as const
  expect(describeEligibility({ eligibility, available_kobo: 0 } as Parameters<typeof describeEligibility>[0], 0)).toContain(
    ': dormant. Correct your bank details',
  )
  const line = { kind: 'payout_returned', note: 'The account is dormant.' } as Parameters<typeof describeLine>[0]
  expect(describeLine(line)).toBe('The bank returned it: The account is dormant. The money is available again.')
})
