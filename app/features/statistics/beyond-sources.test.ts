import { describe, expect, it } from 'vitest'
import { describeBeyond } from './beyond-sources.ts'

const none = {
  without_order: 0,
  without_order_kobo: 0,
  other_orders: 0,
  other_orders_kobo: 0,
  later: 0,
  later_kobo: 0,
  refunded_kobo: 0,
}
const periods = [
  { sales: 60, gross_kobo: 15_000_000 },
  { sales: 36, gross_kobo: 9_000_000 },
]

describe('describeBeyond', () => {
  it('says that all sales are in the list', () => {
    expect(describeBeyond({ periods, beyond_sources: none })).toBe(
      'The 96 sales of these days, ₦240,000, are all of orders in this list.',
    )
  })

  it('gives each difference with its figures', () => {
    const beyond_sources = {
      without_order: 20,
      without_order_kobo: 5_000_000,
      other_orders: 6,
      other_orders_kobo: 1_500_000,
      later: 2,
      later_kobo: 500_000,
      refunded_kobo: 1_950_000,
    }
    expect(describeBeyond({ periods, beyond_sources })).toBe(
      'The 96 sales of these days, ₦240,000, include 20 (₦50,000) without an order here, imported or recorded by hand, and 6 (₦15,000) whose order began on another day or was stopped. Not among them: 2 paid orders of this list (₦5,000), paid later or reversed. ₦19,500 of its orders was refunded since; Money counts refunds on their own days.',
    )
  })
})
