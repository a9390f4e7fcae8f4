import { expect, test } from 'vitest'
import { payoutBlockedReason } from './payout-blocked-reason.ts'

const now = new Date('2026-11-21T12:00:00Z')
const bank = { bank_name: 'GTBank', account_number: '0000014579', changed_at: '2026-11-01T08:00:00Z' }

test.each([
  [null, /no bank details/],
  [{ ...bank, account_number: null }, /no bank details/],
  [{ ...bank, bank_name: '' }, /no bank details/],
  [{ ...bank, account_number: '12345' }, /has 5 digits/],
  [{ ...bank, changed_at: '2026-11-20T08:30:00Z' }, /before 22 Nov 2026, 09:30 WAT\.$/],
  [{ ...bank, changed_at: '2026-11-19T12:00:01Z' }, /before 21 Nov 2026, 13:00 WAT\.$/],
])('payoutBlockedReason returns a reason for %j', (details, reason) => {
  expect(payoutBlockedReason(details, now, 48)).toMatch(reason)
})

test.each([bank, { ...bank, changed_at: null }, { ...bank, changed_at: '2026-11-19T12:00:00Z' }])(
  'payoutBlockedReason returns null for %j',
  (details) => {
    expect(payoutBlockedReason(details, now, 48)).toBeNull()
  },
)

test('payoutBlockedReason applies the hold of the rules', () => {
  expect(payoutBlockedReason({ ...bank, changed_at: '2026-11-19T12:00:00Z' }, now, 72)).toMatch(
    /before 22 Nov 2026, 13:00 WAT\.$/,
  )
})
