import { describe, expect, it } from 'vitest'
import { orderPage } from '#tests/support/order-page.ts'
import { describeDashboard } from '../dashboard/describe-dashboard.server.ts'
import { describePayout } from '../earnings/describe-payout.server.ts'
import { firstRules } from '../earnings/rules.ts'
import { describeOrderPage } from '../orders/labels.ts'
import { getOrderViews, getStudentView } from './what-they-see.server.ts'

const now = new Date('2026-11-21T12:00:00Z')
const context = { rules: firstRules, holidays: new Set<string>(), now }
const student = {
  first_name: 'Ada',
  last_name: 'Obi',
  institution: 'School of Nursing, Eleyele',
  earnings: {
    sales: 2,
    earned_kobo: 350_000,
    pending_kobo: 175_000,
    test_kobo: 0,
    available_kobo: 175_000,
    on_way_kobo: 0,
    paid_kobo: 0,
    next: null,
    eligibility: { eligibility: 'held' as const, until: null, reason: 'The bank asks who you are.' },
    months: [{ month: '2026-11', sales: 2, gross_kobo: 700_000, earned_kobo: 350_000, back_kobo: 0, sent_kobo: 0 }],
  },
  bank: { bank_name: 'GTBank', masked_number: '••••••6789', changed_at: '2026-11-01T08:00:00Z' },
  unconfirmed_bank: null,
  uploads: [
    {
      id: 'one',
      title: 'Pain after surgery',
      upload_status: 'approved',
      created_at: '2026-11-16T08:00:00Z',
      waiting_since: null,
      file_replaced_at: null,
      file_removal_due: null,
      file_removed_at: null,
      file_changed_at: null,
      terms_version: '2026-11-21',
      slug: 'pain-after-surgery',
    },
  ],
}
const bank = { bank_name: 'GTBank', account_number: '0123456789', changed_at: '2026-11-01T08:00:00Z' }

describe('getStudentView', () => {
  it("has the words of the student's dashboard and statement", () => {
    const view = getStudentView({ student }, context)
    expect(view?.dashboard).toEqual(
      describeDashboard({
        profile: { first_name: 'Ada', last_name: 'Obi', Institition: 'School of Nursing, Eleyele' },
        uploads: student.uploads,
        earnings: student.earnings,
        bank,
        unconfirmed: null,
        publicPages: new Map([['one', '/material/pain-after-surgery']]),
        holidays: context.holidays,
        now,
      }),
    )
    expect(view?.payout).toEqual(describePayout({ earnings: student.earnings, bank, rules: firstRules, now }))
    expect(view?.payout.obstacles).toEqual(['We hold your payouts for now: The bank asks who you are.'])
    expect([view?.noSales, view?.testMoney]).toEqual([null, null])
  })

  it('says why the statement is empty', () => {
    const earnings = { ...student.earnings, sales: 0, months: [] }
    expect(getStudentView({ student: { ...student, earnings } }, context)?.noSales).toEqual({
      title: 'No sales yet',
      text: 'Your work is in the shop. Send its page to classmates who could use it as a guide.',
    })
  })

  it('is null for a buyer without an account', () => {
    expect(getStudentView({ student: null }, context)).toBeNull()
  })
})

describe('getOrderViews', () => {
  it("has the words of the order's page", () => {
    const pending = { ...orderPage, state: 'pending', is_checked: true, paid_at: null, gives_file: false } as const
    const orders = [orderPage, pending].map((order) => ({ ...order, reached_limit: null, downloads: 0 }))
    expect(getOrderViews({ orders }, now)).toEqual([
      {
        ...describeOrderPage(orderPage, now.getTime()),
        id: 'one',
        reference: 'LL-K7Q2-9FXM',
        work: 'Hand hygiene',
        limit: null,
        asksPaystack: false,
      },
      expect.objectContaining({ title: 'We are waiting for Paystack', asksPaystack: true }),
    ])
  })

  it('has what a download too many is answered with, while there is a file', () => {
    const order = { ...orderPage, reached_limit: 5, downloads: 5 }
    const closed = { ...order, gives_file: false, refund_state: 'processed' as const }
    expect(getOrderViews({ orders: [order, closed] }, now).map(({ limit }) => limit)).toEqual([
      'Enough for today. This file was downloaded 5 times in a day. Open the one that you have, or come back tomorrow.',
      null,
    ])
  })
})
