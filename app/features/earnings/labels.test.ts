import { expect, test } from 'vitest'
import { describeDay, describeEligibility, describeLine, describeShare } from './labels.ts'

test.each([
  ['sale', '2026-11-14T10:00:00Z', '2026-11-14T09:59:00Z', 'Sold 14 Nov 2026'],
  ['sale', '2026-11-23T10:00:00Z', '2026-11-14T09:59:00Z', 'Recorded 23 Nov 2026, sold 14 Nov 2026'],
  ['sale', '2026-11-14T23:30:00Z', '2026-11-15T00:10:00Z', 'Sold 15 Nov 2026'],
  ['payout', '2026-11-16T10:00:00Z', '2026-11-16T10:00:00Z', '16 Nov 2026'],
] as const)('describeDay of a %s booked at %s and paid at %s', (kind, booked_at, paid_at, text) => {
  expect(describeDay({ kind, booked_at, paid_at })).toBe(text)
})

test.each([
  ['gross', null, '50% of ₦1,500'],
  ['net', 200_000, '50% of ₦1,500 less the payment fee · sold with a code: ₦1,500 of ₦2,000'],
])('describeShare of a %s share, with %s kobo before a code', (share_basis, list_kobo, text) => {
  const line = { gross_kobo: 150_000, share_percent: 50, share_basis, list_kobo } as Parameters<typeof describeShare>[0]
  expect(describeShare(line)).toBe(text)
})

test('a reason that an admin typed without a full stop ends before the next sentence', () => {
  const eligibility = { eligibility: 'returned', reason: 'dormant' } as const
  expect(describeEligibility({ eligibility, available_kobo: 0 } as Parameters<typeof describeEligibility>[0], 0)).toContain(
    ': dormant. Correct your bank details',
  )
  const line = { kind: 'payout_returned', note: 'The account is dormant.' } as Parameters<typeof describeLine>[0]
  expect(describeLine(line)).toBe('The bank returned it: The account is dormant. The money is available again.')
})
