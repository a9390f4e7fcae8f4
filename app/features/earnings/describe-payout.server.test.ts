import { describe, expect, it } from 'vitest'
import { describePayout } from './describe-payout.server.ts'
import { firstRules } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const bank = { bank_name: 'GTBank', account_number: '0123456789', changed_at: null }
const pay = { eligibility: 'pay', until: null, reason: null } as const
const earnings = { next: { day: '2026-11-27', kobo: 350_000, is_late: false }, eligibility: pay, available_kobo: 350_000 }
const describeIt = (changes: Partial<Parameters<typeof describePayout>[0]> = {}) =>
  describePayout({ earnings, bank, rules: firstRules, now, ...changes })

describe('describePayout', () => {
  it('names the amount, the day and the end of the account number', () => {
    expect(describeIt()).toEqual({
      amount: '₦3,500',
      heading: '27 Nov 2026',
      sum: null,
      account: 'To GTBank ••••••6789, unless you change your bank details.',
      obstacles: [],
      rule: 'Payouts go out on Fridays, from ₦2,000 on.',
      change: 'It delays your pay: we pay nothing to a new account for 48 hours.',
    })
  })

  it('says since when a late payout is due', () => {
    expect(describeIt({ earnings: { ...earnings, next: { ...earnings.next, is_late: true } } })).toMatchObject({
      heading: 'Due since 27 Nov 2026',
      obstacles: ['This payout is late. You need not do anything: it is in the next run.'],
    })
  })

  it('explains a payout that is more than what is available today', () => {
    expect(describeIt({ earnings: { ...earnings, available_kobo: 100_000 } }).sum).toBe(
      '₦1,000 is yours today. The other ₦2,500 becomes yours by then, when its buyers can no longer ask for a refund.',
    )
    expect(describeIt({ earnings: { ...earnings, next: null, available_kobo: 100_000 } }).sum).toBeNull()
  })

  it('gives the reason of a hold', () => {
    const held = { eligibility: 'held', until: null, reason: 'The bank asks who you are.' } as const
    expect(describeIt({ earnings: { ...earnings, next: null, eligibility: held } })).toMatchObject({
      amount: null,
      heading: 'No payout is planned yet',
      account: 'To GTBank ••••••6789',
      obstacles: ['We hold your payouts for now: The bank asks who you are.'],
    })
  })

  it('gives the reasons of the ledger and of the bank details together', () => {
    const minimum = { eligibility: 'minimum', until: null, reason: null } as const
    const { account, obstacles } = describeIt({
      earnings: { next: null, eligibility: minimum, available_kobo: 100_000 },
      bank: { ...bank, account_number: null },
    })
    expect(account).toBeNull()
    expect(obstacles).toEqual([
      'We pay from ₦2,000 on. You have ₦1,000; what comes in is added to it.',
      'There are no bank details to pay to.',
    ])
  })

  it('says the same with a masked number', () => {
    const changed = { ...bank, changed_at: '2026-11-21T08:00:00Z' }
    expect(describeIt({ bank: { ...changed, account_number: '••••••6789' } })).toEqual(describeIt({ bank: changed }))
    expect(describeIt({ bank: { ...bank, account_number: '•••••' } })).toEqual(
      describeIt({ bank: { ...bank, account_number: '01234' } }),
    )
  })

  it('has no reasons for an account without a profile', () => {
    expect(describeIt({ earnings: null, bank: null })).toMatchObject({ heading: 'No payout is planned yet', obstacles: [] })
  })
})
