import { expect, test } from 'vitest'
import { faq } from '../questions/faq.ts'
import { termsDefaults } from '../texts/terms.server.ts'
import { HOURS_AFTER_A_CHANGE, PAYOUT_DAY, REFUND_DAYS, refundRule } from './rules.ts'

const answers = faq.flatMap(({ questions }) => questions.map(({ answer }) => answer)).join('\n')

test.each([
  ['the terms', termsDefaults.terms_payment_content ?? ''],
  ['the FAQ', answers],
])('%s state the same window, day and hold as every other page', (_where, text) => {
  expect(text).toContain(`within ${REFUND_DAYS} days of paying`)
  expect(text).toContain(`on ${PAYOUT_DAY}s`)
  expect(text).toContain(`${HOURS_AFTER_A_CHANGE} hours`)
})

test('nobody is refunded only under a condition that another page does not name', () => {
  expect(answers).toContain(refundRule)
  expect(`${answers}\n${Object.values(termsDefaults).join('\n')}`).not.toMatch(/not what (its|the) page (promised|described)/)
})
