import { describe, expect, it } from 'vitest'
import type { Person } from './queries.server.ts'
import { getTimeline } from './timeline.ts'

const person: Person = {
  profile_id: null,
  email: 'buyer@mail.ng',
  order_count: 2,
  spent_kobo: 350_000,
  orders: [
    {
      id: 'one',
      reference: 'LL-K7Q2-9FXM',
      title: 'Hand hygiene',
      amount_kobo: 350_000,
      paid_kobo: 350_000,
      paid_currency: 'NGN',
      state: 'paid',
      refund_state: null,
      refunded_kobo: 0,
      paid_at: '2026-11-20T08:00:00Z',
      created_at: '2026-11-20T07:55:00Z',
    },
    {
      id: 'two',
      reference: 'LL-K7Q2-9FXN',
      title: 'Burns',
      amount_kobo: 100_000,
      paid_kobo: null,
      paid_currency: 'NGN',
      state: 'abandoned',
      refund_state: null,
      refunded_kobo: 0,
      paid_at: null,
      created_at: '2026-11-22T07:00:00+00:00',
    },
  ],
  payouts: [
    {
      id: 'payout',
      run_id: 'run',
      amount_kobo: 50_000,
      created_at: '2026-11-21T08:00:00Z',
      paid_at: '2026-11-23T08:00:00Z',
      returned_at: null,
    },
  ],
  earnings: null,
  notes: [{ id: 'note', words: 'Kind', author: 'Ngozi', created_at: '2026-11-19T08:00:00Z' }],
}

describe('getTimeline', () => {
  it('lists everything that happened, newest first', () => {
    expect(getTimeline({ person, uploads: [], emails: [], since: '2026-11-01T08:00:00Z' })).toEqual([
      { at: '2026-11-23T08:00:00Z', what: 'Payout of ₦500 paid', to: '/admin/money/payouts/run' },
      { at: '2026-11-22T07:00:00+00:00', what: 'Ordered Burns: not finished', to: '/admin/money/orders/two' },
      { at: '2026-11-21T08:00:00Z', what: 'Payout of ₦500 confirmed', to: '/admin/money/payouts/run' },
      { at: '2026-11-20T08:00:00Z', what: 'Paid ₦3,500 for Hand hygiene', to: '/admin/money/orders/one' },
      { at: '2026-11-19T08:00:00Z', what: 'Note by Ngozi' },
      { at: '2026-11-01T08:00:00Z', what: 'Account created' },
    ])
  })

  it('has at most thirty entries', () => {
    const uploads = Array.from({ length: 40 }, (_, at) => ({ id: String(at), title: 'Work', created_at: '2026-11-20T08:00:00Z' }))
    expect(getTimeline({ person, uploads, emails: [], since: null })).toHaveLength(30)
  })
})
