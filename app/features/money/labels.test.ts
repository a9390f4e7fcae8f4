import { expect, it } from 'vitest'
import { describeBlocked, describeCodes, describeRun, describeSaleTotals } from './labels.ts'

const none = { is_sample: false, reversed: 0, gross_kobo: 0, share_kobo: 0, refunded_kobo: 0 }

it.each([
  [[], undefined],
  [[{ ...none, sales: 1, gross_kobo: 300_000 }], '1 sale, ₦3,000 paid'],
  [
    [
      { ...none, sales: 1200, reversed: 2, gross_kobo: 360_000_000, share_kobo: 100_000, refunded_kobo: 50 },
      { ...none, is_sample: true, sales: 3, gross_kobo: 100 },
    ],
    '1,200 sales, ₦3,600,000 paid, ₦1,000 in shares, ₦0.50 refunded, 2 more reversed; 3 sample sales, ₦1 paid',
  ],
])('describeSaleTotals describes %j', (totals, sentence) => {
  expect(describeSaleTotals(totals)).toBe(sentence)
})

it.each([
  ['minimum', null, 'Under the minimum of ₦2,000.'],
  ['held', 'The bank asks who you are.', 'Held by an admin. The bank asks who you are.'],
  ['no_bank', null, 'No bank details.'],
] as const)('describeBlocked says why a run does not pay a student: %s', (eligibility, reason, sentence) => {
  expect(describeBlocked({ eligibility, until: null, reason }, 200_000)).toBe(sentence)
})

it.each([
  [{ on_way: 1, paid: 4, returned: 1 }, '4 paid, 1 returned, 1 on the way', null],
  [{ code: 6 }, '6 wait for your code', '6 wait for your code. Paystack sent you the codes: type them below.'],
  [{ code: 1 }, '1 waits for your code', '1 waits for your code. Paystack sent you the code: type it below.'],
  [{}, '', null],
])('describeRun and describeCodes describe the payouts %j', (states, sentence, codes) => {
  expect(describeRun(states)).toBe(sentence)
  expect(describeCodes(states)).toBe(codes)
})
