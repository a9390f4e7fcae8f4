import { describe, expect, it } from 'vitest'
import type { Earnings } from '../earnings/queries.server.ts'
import { describeDashboard, describeReviews } from './describe-dashboard.server.ts'

const now = new Date('2026-11-20T08:00:00Z')
const profile = { first_name: 'Ada', last_name: 'Obi', Institition: 'School of Nursing, Eleyele' }
const upload = {
  id: 'one',
  title: 'Pain after surgery',
  upload_status: 'pending',
  created_at: '2026-11-16T08:00:00Z',
  waiting_since: '2026-11-16T08:00:00Z',
  file_replaced_at: null,
  file_removal_due: null,
  file_removed_at: null,
  file_changed_at: null,
  terms_version: '2026-11-21',
}
const earnings: Earnings = {
  sales: 0,
  earned_kobo: 0,
  pending_kobo: 0,
  test_kobo: 0,
  available_kobo: 0,
  on_way_kobo: 0,
  paid_kobo: 0,
  next: null,
  eligibility: null,
  months: [],
}
const facts = {
  profile,
  uploads: [upload],
  earnings,
  bank: { bank_name: 'GTBank', account_number: '0123456789' },
  unconfirmed: null,
  publicPages: new Map<string, string>(),
  holidays: new Set<string>(),
  now,
}

describe('describeDashboard', () => {
  it('says what happens with an upload that is being read', () => {
    const { reviews, uploads, nextStep, parts, payout } = describeDashboard(facts)
    expect(reviews).toBe('One of your works is with the reviewer. The answer is due by 23 Nov 2026.')
    expect(uploads).toMatchObject([{ title: 'Pain after surgery', publicPage: null, remarks: '' }])
    expect(uploads[0]?.steps.map(({ label }) => label)).toEqual([
      'Sent on 16 Nov 2026',
      'Being read',
      'Answer by 23 Nov 2026',
      'In the shop',
    ])
    expect(nextStep.step).toBeNull()
    expect([parts, payout]).toEqual([null, 'Half of each sale of your works.'])
  })

  it('asks to confirm an account, which counts as the bank details', () => {
    const unconfirmed = { bank_name: 'Kuda', account_number: '1112223334' }
    const words = describeDashboard({ ...facts, bank: null, unconfirmed })
    expect(words.unconfirmed).toBe('Kuda ••••••3334')
    expect(words.nextStep.checklist).toContainEqual({ label: 'Bank details added', done: true })
  })

  it('says the same with masked numbers', () => {
    const masked = { bank_name: 'GTBank', account_number: '••••••6789' }
    expect(describeDashboard({ ...facts, bank: masked })).toEqual(describeDashboard(facts))
  })

  it('names the parts of the money after the first sale', () => {
    const sold: Earnings = {
      ...earnings,
      sales: 1,
      pending_kobo: 100_000,
      paid_kobo: 50_000,
      next: { day: '2026-11-27', kobo: 350_000, is_late: false },
      months: [{ month: '2026-11', sales: 1, gross_kobo: 300_000, earned_kobo: 150_000, back_kobo: 0, sent_kobo: 50_000 }],
    }
    expect(describeDashboard({ ...facts, earnings: sold })).toMatchObject({
      parts: { pending: 100_000, available: 0, onWay: 0, paid: 50_000 },
      payout: 'Next payout: ₦3,500 on 27 Nov 2026, unless you change your bank details.',
    })
  })
})

describe('describeReviews', () => {
  const due = { on: '23 Nov 2026', late: false }
  it.each([
    [{ total: 0, pending: 0, asked: 0, firstDue: null }, /^You have not uploaded anything yet\./],
    [{ total: 1, pending: 1, asked: 1, firstDue: null }, /^The reviewer is waiting for your change\.$/],
    [{ total: 2, pending: 0, asked: 0, firstDue: null }, /^Every work you sent has been answered\.$/],
    [{ total: 2, pending: 2, asked: 0, firstDue: due }, /^2 of your works are .* The first answer is due by 23 Nov 2026\.$/],
    [
      { total: 2, pending: 2, asked: 1, firstDue: due },
      /^One work needs you, and another is with the reviewer\. The answer is due by 23 Nov 2026\.$/,
    ],
    [{ total: 1, pending: 1, asked: 0, firstDue: { ...due, late: true } }, /The answer was due by 23 Nov 2026 and is late\.$/],
  ])('describes %o', (counts, sentence) => {
    expect(describeReviews({ approved: 0, ...counts })).toMatch(sentence)
  })
})
