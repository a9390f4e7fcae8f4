import { expect, test } from 'vitest'
import { usualPrice } from './usual-prices.ts'

const price = (category: string, works: number, is_sample = false) => ({ category, is_sample, works, low: 1500, high: 3500 })
const tooFew = /^Too few works/

test.each([
  ['care_plan', [price('client_care_study', 5)], 'Works like this usually cost ₦1,500 to ₦3,500.'],
  ['case_study', [price('client_care_study', 5)], 'Works like this usually cost ₦1,500 to ₦3,500.'],
  ['thesis', [{ ...price('thesis', 9), high: 1500 }], 'Works like this usually cost ₦1,500.'],
  ['thesis', [price('research_project', 50)], tooFew],
  ['thesis', [price('thesis', 4)], tooFew],
  ['thesis', [], tooFew],
  ['other', [price('proposal', 50)], tooFew],
  ['no such', [price('thesis', 50)], tooFew],
  ['assignment', [price('seminar', 8, true)], /^Our sample works of this kind cost ₦1,500 to ₦3,500\. Too few students/],
  ['assignment', [price('seminar', 8, true), price('seminar', 4)], /^Our sample works/],
  ['assignment', [price('seminar', 8, true), price('seminar', 6)], /^Works like this/],
] as const)('usualPrice describes the category %s with prices %j', (category, prices, response) => {
  const sentence = usualPrice(prices, category)
  if (typeof response === 'string') {
    expect(sentence).toBe(response)
  } else {
    expect(sentence).toMatch(response)
  }
})
