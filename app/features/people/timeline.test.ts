import { describe, expect, it } from 'vitest'
import { orderPage } from '#tests/support/order-page.ts'
import type { Person } from './queries.server.ts'
import { getTimeline } from './timeline.ts'

const event = (
  kind: Person['events'][number]['kind'],
  at: string,
  more: Partial<Person['events'][number]> = {},
): Person['events'][number] => ({
  kind,
  at,
  title: 'Hand hygiene',
  record: 'one',
  amount_kobo: null,
  currency: null,
  state: null,
  ...more,
})

const person: Person = {
  profile_id: null,
  email: 'buyer@mail.ng',
  order_count: 2,
  spent_kobo: 350_000,
  orders: [
    { ...orderPage, reached_limit: null, downloads: 0 },
    {
      ...orderPage,
      reached_limit: null,
      downloads: 0,
      id: 'two',
      title: 'Burns',
      amount_kobo: 100_000,
      paid_kobo: null,
      state: 'abandoned',
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
  events: [
    event('refund', '2026-11-24T08:00:00Z', { amount_kobo: 50_000, currency: 'NGN', state: 'processed' }),
    event('refund_asked', '2026-11-22T08:00:00Z'),
  ],
  hold: null,
  student: null,
  notes: [{ id: 'note', words: 'Kind', author: 'Ngozi', created_at: '2026-11-19T08:00:00Z' }],
}

describe('getTimeline', () => {
  it('lists everything that happened, newest first', () => {
    expect(getTimeline({ person, uploads: [], emails: [], since: '2026-11-01T08:00:00Z' })).toEqual([
      { at: '2026-11-24T08:00:00Z', what: '₦500 sent back for Hand hygiene', to: '/admin/money/orders/one' },
      { at: '2026-11-23T08:00:00Z', what: 'Payout of ₦500 paid', to: '/admin/money/payouts/run' },
      { at: '2026-11-22T08:00:00Z', what: 'Asked for a refund of Hand hygiene', to: '/admin/money/orders/one' },
      { at: '2026-11-22T07:00:00+00:00', what: 'Ordered Burns: not finished', to: '/admin/money/orders/two' },
      { at: '2026-11-21T08:00:00Z', what: 'Payout of ₦500 confirmed', to: '/admin/money/payouts/run' },
      { at: '2026-11-20T08:00:00Z', what: 'Paid ₦3,500 for Hand hygiene', to: '/admin/money/orders/one' },
      { at: '2026-11-19T08:00:00Z', what: 'Note by Ngozi' },
      { at: '2026-11-01T08:00:00Z', what: 'Account created' },
    ])
  })

  it.each([
    [{ kind: 'sale', amount_kobo: 175_000, state: 'waiting' }, 'Sale of Hand hygiene, share ₦1,750', '/admin/money/sales/one'],
    [{ kind: 'sale', amount_kobo: 0, state: 'reversed' }, 'Sale of Hand hygiene, share ₦0, reversed', '/admin/money/sales/one'],
    [
      { kind: 'dispute', amount_kobo: 350_000, state: 'lost' },
      'Disputed ₦3,500 for Hand hygiene, which we lost',
      '/admin/money/orders/one',
    ],
    [
      { kind: 'refund', amount_kobo: 10_000, state: 'pending' },
      '₦100 is being sent back for Hand hygiene',
      '/admin/money/orders/one',
    ],
    [{ kind: 'message' }, 'Wrote “Hand hygiene”', '/admin/people/messages/one'],
    [{ kind: 'reply' }, 'We answered “Hand hygiene”', '/admin/people/messages/one'],
    [{ kind: 'account.blocked' }, 'Account blocked: Hand hygiene', undefined],
    [{ kind: 'account.unblocked' }, 'Account unblocked', undefined],
    [{ kind: 'hold' }, 'Payouts held: Hand hygiene', '/admin/money/payouts'],
    [{ kind: 'hold_ended' }, 'The hold on payouts ended', '/admin/money/payouts'],
    [{ kind: 'review.approved' }, 'Hand hygiene approved', '/admin/reviews/one'],
    [{ kind: 'review.rejected' }, 'Hand hygiene rejected', '/admin/reviews/one'],
    [{ kind: 'review.changes_asked' }, 'We asked for changes to Hand hygiene', '/admin/reviews/one'],
    [{ kind: 'review.reopened' }, 'Decision on Hand hygiene undone', '/admin/reviews/one'],
  ] as const)('describes the event %o', ({ kind, ...more }, what, to) => {
    const at = '2026-11-20T08:00:00Z'
    const quiet = { ...person, orders: [], payouts: [], notes: [], events: [event(kind, at, more)] }
    expect(getTimeline({ person: quiet, uploads: [], emails: [], since: null })).toEqual([{ at, what, to }])
  })
})
