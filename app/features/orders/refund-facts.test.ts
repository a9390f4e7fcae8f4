import { expect, it } from 'vitest'
import { describeRefundFacts } from './refund-facts.ts'

const now = Date.parse('2026-11-29T12:00:00Z')
const paid = { paid_at: '2026-11-18T08:00:00Z', refund_until: '2026-11-25T08:00:00Z' }

it.each([
  [
    { ...paid, downloads: 0, loss_kobo: 200_000 },
    'Paid 11 days ago (the refund window is 7 days). Downloaded 0 times. The author loses ₦2,000.',
  ],
  [
    { paid_at: '2026-11-29T08:00:00Z', refund_until: null, downloads: 1, loss_kobo: 0 },
    'Paid in the last 24 hours. Downloaded once.',
  ],
  [{ paid_at: null, refund_until: null, downloads: null, loss_kobo: 0 }, ''],
])('describeRefundFacts describes %j', (facts, sentences) => {
  expect(describeRefundFacts(facts, now)).toBe(sentences)
})
