import { expect, test } from 'vitest'
import { firstRules } from '../earnings/rules.ts'
import { usualPrice } from './usual-prices.ts'

const price = (category: string, works: number, is_sample = false) => ({ category, is_sample, works, low: 1500, high: 3500 })
const tooFew = /^Too few works/

test.each([
  [
    'care_plan',
    [price('client_care_study', 5)],
    'Works like this usually cost ₦1,500 to ₦3,500. You would receive ₦750 to ₦1,750 of each sale.',
  ],
  [
    'case_study',
    [price('client_care_study', 5)],
    'Works like this usually cost ₦1,500 to ₦3,500. You would receive ₦750 to ₦1,750 of each sale.',
  ],
  [
    'thesis',
    [{ ...price('thesis', 9), high: 1500 }],
    'Works like this usually cost ₦1,500. You would receive ₦750 of each sale.',
  ],
  ['thesis', [price('research_project', 50)], tooFew],
  ['thesis', [price('thesis', 4)], tooFew],
  ['thesis', [], tooFew],
  ['other', [price('proposal', 50)], tooFew],
  ['no such', [price('thesis', 50)], tooFew],
  [
    'assignment',
    [price('seminar', 8, true)],
    /^Our sample works of this kind cost ₦1,500 to ₦3,500\. You would receive ₦750 to ₦1,750 of each sale\. Too few students/,
  ],
  ['assignment', [price('seminar', 8, true), price('seminar', 4)], /^Our sample works/],
  ['assignment', [price('seminar', 8, true), price('seminar', 6)], /^Works like this/],
] as const)('usualPrice describes the category %s with prices %j', (category, prices, response) => {
  const sentence = usualPrice(prices, category, firstRules)
  if (typeof response === 'string') {
    expect(sentence).toBe(response)
  } else {
    expect(sentence).toMatch(response)
  }
})
