import { expect, test } from 'vitest'
import { faq } from '../questions/faq.ts'
import { filledIn } from '../questions/queries.server.ts'
import { termsDefaults } from '../texts/terms.server.ts'
import { getExample, firstRules, getRefundRule, withRules } from './rules.ts'

const other = {
  refundDays: 14,
  payoutDay: 'Monday',
  minimumKobo: 550_050,
  holdHours: 24,
  sharePercent: 40,
  repPercent: 10,
  shareBasis: 'net' as const,
  feeHundredths: 300,
  feeFixedKobo: 10_000,
}
const answers = (rules: typeof firstRules) =>
  filledIn(faq, rules)
    .flatMap(({ questions }) => questions.map(({ answer }) => answer))
    .join('\n')

test.each([
  ['the terms', (rules: typeof firstRules) => withRules(termsDefaults.terms_payment_content ?? '', rules)],
  ['the FAQ', answers],
])('%s state the window, minimum, day and hold of the rules', (_where, text) => {
  for (const [rules, minimum] of [
    [firstRules, '₦2,000'],
    [other, '₦5,500.50'],
  ] as const) {
    const response = text(rules)
    expect(response).toContain(`within ${rules.refundDays} days of paying`)
    expect(response).toContain(`on ${rules.payoutDay}s`)
    expect(response).toContain(`${rules.holdHours} hours`)
    expect(response).toContain(minimum)
    expect(response).not.toMatch(/\{\w+\}/)
  }
})

test('texts do not hard-code any rule', () => {
  const all = `${answers(other)}\n${withRules(Object.values(termsDefaults).join('\n'), other)}`
  expect(all).not.toMatch(/\b7[ -]days?\b|\bFridays?\b|48 hours|₦2,000/)
  expect(answers(firstRules)).toContain(getRefundRule(firstRules))
  // No text may limit refunds by a condition that another page does not name.
  expect(all).not.toMatch(/not what (its|the) page (promised|described)/)
})

test('withRules leaves unknown placeholders unchanged', () => {
  expect(withRules('{name}, {refund_days} days', firstRules)).toBe('{name}, 7 days')
})

test('getExample splits the price of a sale without a remainder', () => {
  expect(getExample(300_000, firstRules)).toEqual({ fee: 0, platform: 150_000, student: 150_000 })
  expect(getExample(300_000, other)).toEqual({ fee: 19_000, platform: 168_600, student: 112_400 })
  expect(getExample(300_001, { ...firstRules, sharePercent: 33 })).toEqual({ fee: 0, platform: 201_001, student: 99_000 })
  expect(getExample(5_000, other)).toEqual({ fee: 5_000, platform: 0, student: 0 })
})
