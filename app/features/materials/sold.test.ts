import { expect, test } from 'vitest'
import { describeSales, formatTimes, soldWhere } from './sold.ts'
import { getPoints } from './labels.ts'

const work = { selar_link: null, sold_here: true, is_sample: false, list_category: 'seminar', price: 2500 }

test.each([
  [{ ...work, selar_link: 'https://selar.com/a' }, 'live', 'outside'],
  [{ ...work, selar_link: 'https://selar.com/a' }, null, 'outside'],
  [work, 'live', 'here'],
  [work, 'test', 'here'],
  [work, null, null],
  [{ ...work, sold_here: false }, 'live', null],
] as const)('soldWhere returns where %j is sold with %s money (%s)', (material, selling, where) => {
  expect(soldWhere(material, selling)).toBe(where)
})

test('getPoints describes how to get a work that is sold here', () => {
  const texts = (...of: Parameters<typeof getPoints>) => getPoints(...of).map(({ text }) => text)
  expect(texts(work, 'live', 7)).toEqual([
    'Download at once after payment. The link also comes to your email.',
    'Not satisfied? Tell us within 7 days. We correct the problem or refund you.',
    'Pay by card, transfer or USSD on Paystack. No account needed.',
  ])
  expect(texts({ ...work, price: 0 }, 'live', 7)).toEqual(['Free: one tap, and you have the file.', 'No payment, no account.'])
  expect(texts(work, null, 7)).toEqual([expect.stringMatching(/no payment link yet/)])
})

test.each([
  [1, 'once'],
  [2, 'twice'],
  [12, '12 times'],
])('formatTimes says that something was sold %i times', (count, words) => {
  expect(formatTimes(count)).toBe(words)
})

test('describeSales is silent about fewer than five sales', () => {
  expect([0, 4, 5].map(describeSales)).toEqual([null, null, 'Sold 5 times'])
})
