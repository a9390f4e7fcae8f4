import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderMail } from './templates.ts'
import { enums } from '#app/services/database.ts'

const site = { siteUrl: 'https://lamplight.ng' }
const migrations = path.resolve(import.meta.dirname, '../../supabase/migrations')

/** The template names in the migrations: the first text in kebab-case after queue_email( or queue_email_to(. */
const named = fs
  .readdirSync(migrations)
  .map((file) => fs.readFileSync(path.join(migrations, file), 'utf8'))
  .flatMap((sql) => [...sql.matchAll(/perform\s+private\.(?:queue_email(?:_to)?|notify_buyer)\([^;]*?'([a-z]+(?:-[a-z]+)*)'/g)])
  .map(([, name]) => name ?? '')

test('renderMail has a template for every email that the database queues', () => {
  expect(named.length).toBeGreaterThan(0)
  for (const name of new Set(named)) {
    // Without details the template is found, and reports the missing object.
    const render = () => renderMail(name, null, site)
    expect(render, name).toThrow(/Invalid type: Expected Object but received null/)
  }
})

test.each(['no-such-mail', 'constructor', '__proto__', ''])('renderMail rejects the unknown template %j', (name) => {
  expect(() => renderMail(name, {}, site)).toThrow(/There is no template/)
})

const anOrder = {
  title: 'T',
  reference: 'LL-K7Q2-9FXM',
  amount_kobo: 350_000,
  currency: 'NGN',
  is_test: false,
  token: 'a'.repeat(22),
  answer: '',
}

test('admin-dispute names the currency of the payment', () => {
  const dispute = { order: 'o', reference: 'R', title: 'T', amount_kobo: 1200, currency: 'USD', due_at: null, is_test: false }
  const { subject } = renderMail('admin-dispute', dispute, site)
  expect(subject.replaceAll(/\s/g, ' ')).toBe('A bank asks for USD 12.00 back: answer soon')
})

describe('submitted texts in emails', () => {
  test('renderMail escapes submitted text', () => {
    const { html } = renderMail('upload-received', { title: `<img src=x onerror="alert(1)"> & 'more'` }, site)
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x')
  })

  test.each([
    ['upload-changes-asked', { title: 'T', note: 'One\nTwo' }],
    ['upload-rejected', { title: 'T', reason: 'One\nTwo', file_removal_due: '2026-12-05T08:00:00Z' }],
    ['upload-approved', { title: 'T', price: 0, share_percent: 50, share_basis: 'gross', note: 'One\nTwo', slug: null }],
    ['topic-request-answered', { topic: 'T', answer: 'One\nTwo', title: null, slug: null }],
    ['order-refund-agreed', { ...anOrder, answer: 'One\nTwo' }],
    ['order-refund-refused', { ...anOrder, answer: 'One\nTwo' }],
  ])('renderMail preserves line breaks in %s without styles', (name, details) => {
    expect(renderMail(name, details, site).html).toContain('One<br/>Two')
  })

  test.each([
    ['added', '4579', 'Your bank details were added', 'is now paid to <strong>GTBank, ending in 4579</strong>'],
    ['changed', '4579', 'Your bank details were changed', 'A payout due on 27 Nov 2026 is delayed until 4 Dec 2026.'],
    ['incomplete', '', 'Your bank details are not complete', 'We cannot pay to the bank details'],
    ['removed', '', 'Your bank details were removed', 'no bank details in your profile'],
  ])('bank-details-changed says that details were %s', (change, last_four, subject, text) => {
    const delay = last_four ? { until: '2026-11-28T08:30:00Z', missed_day: '2026-11-27', next_day: '2026-12-04' } : null
    const bank = change === 'removed' ? '' : 'GTBank'
    const mail = renderMail('bank-details-changed', { bank, last_four, change, delay }, site)
    expect(mail.subject).toBe(subject)
    expect(mail.html.replaceAll(/<!-- -->/g, '')).toContain(text)
    expect(mail.html).toContain('It was not you?')
  })

  test('payout-paid does not ask whether it was someone else', () => {
    const html = renderMail('payout-paid', { kobo: 250_000, bank: 'GTBank', last_four: '4579', note: '' }, site).html
    expect(html).not.toContain('not you')
  })
})

test('email-changed does not offer the old address a link for a new password', () => {
  expect(renderMail('email-changed', { reader: 'old', to: 'a…@b.ng' }, site).html).not.toContain('forgot-password')
  expect(renderMail('email-changed', { reader: 'new', from: 'a…@b.ng' }, site).html).toContain('https://lamplight.ng/auth')
})

test('admin-digest lists what is due in the order of Today', () => {
  const nothing = Object.fromEntries(enums.due_kind.map((kind) => [kind, 0]))
  const due = { ...nothing, requests: 2, urgent: 1, reports: 3, oldest: null }
  const { subject, html } = renderMail('admin-digest', due, site)
  expect(subject).toBe('6 things are due')
  const lines = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = '']) => line.replaceAll(/<[^>]*>/g, ''))
  expect(lines).toEqual(['1 urgent report', '2 topic requests to answer', '3 other reports'])
})

describe('emails about money', () => {
  const sold = { title: 'Hand hygiene', share_kobo: 150_050, clears_at: '2026-12-01T09:00:00Z', by_link: false }

  test('works-sold states the share in kobo and when it is available', () => {
    const { subject, html } = renderMail('works-sold', { sales: 12, by_link: 0, share_kobo: 1_800_600, rows: [sold] }, site)
    expect(subject).toBe('You have 12 new sales')
    expect(html).toContain('₦18,006')
    expect(html).toContain('Hand hygiene: ₦1,500.50, available after 1 Dec 2026')
    expect(html).toContain('and 11 more')
  })

  test('works-sold says which sale came by a class link', () => {
    const row = { ...sold, by_link: true }
    const { subject, html } = renderMail('works-sold', { sales: 1, by_link: 1, share_kobo: 150_050, rows: [row] }, site)
    expect(subject).toBe('A sale by your class link')
    expect(html).toContain('Hand hygiene: ₦1,500.50 by your class link, available after 1 Dec 2026')
  })

  test('sale-refunded names a debt only if one remains', () => {
    const refund = { title: 'T', share_kobo: 100_000, paid_at: '2026-11-01T09:00:00Z', by_link: false, is_mistake: false }
    const html = (more: object) => renderMail('sale-refunded', { ...refund, ...more }, site).html
    expect(html({ in_time: false, debt_kobo: 40_000 })).toContain('₦400 will be deducted from your next earnings')
    expect(html({ in_time: false, debt_kobo: 0 })).not.toContain('deducted from')
    expect(html({ in_time: true, debt_kobo: 40_000 })).not.toContain('deducted from')
    expect(html({ is_mistake: true, in_time: true, debt_kobo: 0 })).toContain('was recorded by mistake')
  })

  test('payout emails show only the last digits of an account number', () => {
    const payout = { kobo: 250_000, bank: 'GTBank', last_four: '4579', note: 'Account closed' }
    expect(renderMail('payout-paid', payout, site)).toMatchObject({
      subject: 'We paid you ₦2,500',
      html: expect.stringContaining('GTBank, ending in 4579') as string,
    })
    expect(renderMail('payout-returned', payout, site).html).toContain('The bank returned it: Account closed')
  })
})

test('order emails link to the order by its token, and the receipt states price, order and last day', () => {
  const dates = { paid_at: '2026-11-22T10:00:00Z', refund_until: '2026-11-29T10:00:00Z', twice: false }
  for (const name of [
    'order-paid',
    'order-wrong',
    'order-refund-asked',
    'order-refund-agreed',
    'order-refund-refused',
    'order-owned',
    'order-renewed',
    'order-unfinished',
    'order-rating',
  ]) {
    const { html } = renderMail(name, { ...anOrder, ...dates, slug: 'burns', wanted: anOrder.title }, site)
    expect(html, name).toContain(`href="https://lamplight.ng/orders/${anOrder.token}"`)
    expect(html, name).toContain('K7Q2-9FXM')
  }
  const { html } = renderMail('order-paid', { ...anOrder, ...dates }, site)
  expect(html).toContain('₦3,500')
  expect(html).toContain('29 Nov 2026')
  expect(renderMail('orders-found', { orders: [{ ...anOrder, paid_at: dates.paid_at }] }, site).html).toContain(anOrder.token)
})
