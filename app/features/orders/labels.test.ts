import { describe, expect, it } from 'vitest'
import { orderPage } from '#tests/support/order-page.ts'
import type { OrderSeen } from '#app/services/orders.ts'
import { describeOrderPage, reloadDelay } from './labels.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const page = (changes: Partial<OrderSeen> = {}, at = now) => describeOrderPage({ ...orderPage, ...changes }, at)
const unpaid = { paid_at: null, paid_kobo: null, gives_file: false, refund_until: null }

describe('describeOrderPage', () => {
  it('has the file and the refund period of a paid order', () => {
    expect(page()).toMatchObject({
      title: 'Paid. Your file is ready',
      isReady: true,
      downloads: ['Download, 391\u{a0}kB'],
      notes: [],
      twice: null,
      demo: null,
      refundPeriod: 'You have until 27 Nov 2026.',
    })
  })

  it('names the format of each of several files', () => {
    const [file] = orderPage.files
    const files = file ? [file, { ...file, position: 2, format: 'Word', size: null }] : []
    expect(page({ files }).downloads).toEqual(['Download PDF, 391\u{a0}kB', 'Download Word'])
  })

  it('has no refund period after its end', () => {
    expect(page({}, Date.parse('2026-11-27T08:00:01Z')).refundPeriod).toBeNull()
  })

  it('keeps the file while a refund is only requested', () => {
    const asked = page({ refund_state: 'asked' })
    expect(asked).toMatchObject({ title: 'Paid. Your file is ready', isReady: true, refundPeriod: null })
    expect(asked.notes).toEqual(['You requested a refund. We usually answer by email within a working day.'])
  })

  it.each([
    [{ refund_state: 'processed', refunded_kobo: 350_000, gives_file: false }, 'You have been refunded'],
    [{ refund_state: 'sent', gives_file: false }, 'Your refund is on its way'],
    [{ ...unpaid, state: 'failed' }, 'The payment did not go through'],
    [{ ...unpaid, state: 'pending', is_checked: true }, 'We are waiting for Paystack'],
    [{ ...unpaid, state: 'abandoned' }, 'The payment was not finished'],
    [{ file: 'checked' }, 'The file is being checked'],
  ] as const)('has no download with %o', (changes, title) => {
    expect(page(changes)).toMatchObject({ title, isReady: false, downloads: [] })
  })

  it('says that the work was paid for twice, and that no money moved', () => {
    expect(page({ twice: true, domain: 'test' })).toMatchObject({
      twice: 'You have paid for this work before. If that was a mistake, request a refund below.',
      demo: 'This is a demo: no money moved.',
    })
  })
})

describe('reloadDelay', () => {
  const began = (minutes: number, changes: Partial<OrderSeen> = {}) =>
    reloadDelay(
      {
        ...orderPage,
        ...unpaid,
        state: 'pending',
        is_checked: true,
        created_at: new Date(now - minutes * 60_000).toISOString(),
        ...changes,
      },
      now,
    )

  it('slows down as an undecided order gets older, and stops after two hours', () => {
    expect([1, 5, 60, 121].map((minutes) => began(minutes))).toEqual([4, 15, 60, null])
  })

  it('goes on while the answer of Paystack is missing, and never for a paid order', () => {
    expect(began(26 * 60, { state: 'abandoned', is_uncertain: true })).toBe(15)
    expect(began(1, { state: 'paid' })).toBeNull()
  })
})
