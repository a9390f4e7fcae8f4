// Every email in a narrow window, as HTML and as plain text, with the longest typed words.
import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { enums } from '#app/services/database.ts'
import { filledIn } from '#server/backend/mail-template.ts'
import { plainText } from '#server/mail/auth-mail.ts'
import { root } from '../support/processes.ts'
import { getDarkViolations, getViolations } from './axe.ts'
import { test } from './cached.ts'

type Render = (name: string, details: unknown, site: { siteUrl: string }) => { subject: string; html: string }
const SITE = 'https://a-rather-long-name-of-a-site.lamplight.example.ng'
const long = `Knowledge and attitude ${'of-student-nurses-'.repeat(15)}`

const order = {
  title: long,
  reference: 'LL-K7Q2-9FXM',
  amount_kobo: 250_000,
  currency: 'NGN',
  is_test: true,
  token: 'a'.repeat(22),
}
/** The props of each of our emails (app/emails) by template, with several for emails that have variants. */
const ours: [name: string, details: object, says: string][] = [
  ['account-deleted', {}, 'This is our last email to you'],
  ['account-exists', {}, 'nothing was changed'],
  [
    'bank-details-changed',
    {
      bank: 'GTBank',
      last_four: '4579',
      change: 'added',
      delay: { until: '2026-11-28T08:30:00Z', missed_day: '2026-11-27', next_day: '2026-12-04' },
    },
    'GTBank, ending in 4579',
  ],
  ['bank-details-changed', { bank: '', last_four: '', change: 'removed', delay: null }, 'no bank details in your profile'],
  ['email-changed', { reader: 'old', to: 'a…@a-long-name-of-a-provider.example.ng' }, 'no longer uses this address'],
  ['email-changed', { reader: 'new', from: 'a…@gmail.com' }, 'Sign in with this address from now on'],
  ['alert-confirm', { kind: 'search', wanted: 'burns', token: order.token }, 'Yes, tell me'],
  [
    'alert-works',
    { works: [{ title: long, slug: 'burns', price: 1500, kind: 'subject', wanted: 'Burns' }], token: order.token },
    'end these emails',
  ],
  [
    'alert-expiring',
    { expires_at: '2026-12-20T08:00:00Z', alerts: [{ id: '1', kind: 'topic', wanted: long }], token: order.token },
    'Keep them for a year',
  ],
  [
    'buyer-newsletter',
    {
      subject: 'New in November',
      body: '## Maternal health\n\n- [A work](/marketplace)\n\n![A picture](https://lamplight.ng/a.png)',
      is_test: false,
      bought: long,
      agreed_at: '2026-11-20T08:00:00Z',
      words: 'Email me about new materials',
      token: order.token,
    },
    'End these emails',
  ],
  ['buyer-newsletter', { subject: 'New in November', body: 'Hello', is_test: true }, 'This is a test'],
  ['material-on-sale', { title: long, price: 3500, share_percent: 50, share_basis: 'gross', slug: 'a-slug' }, '₦1,750'],
  [
    'admin-digest',
    { ...Object.fromEntries(enums.due_kind.map((kind) => [kind, 2])), oldest: '2026-11-20T08:00:00Z' },
    '2 uploads to review',
  ],
  [
    'admin-dispute',
    {
      order: '00000000-0000-4000-8000-000000000000',
      reference: order.reference,
      title: long,
      amount_kobo: 350_000,
      currency: 'NGN',
      due_at: '2026-11-25T18:00:00Z',
      is_test: true,
    },
    'Without an answer before',
  ],
  ['admin-new-upload', { upload: '00000000-0000-4000-8000-000000000000', title: long, category: 'case_study' }, 'of-student'],
  ['admin-new-message', { conversation: '00000000-0000-4000-8000-000000000000', name: long, body: long }, 'of-student'],
  ['message-answered', { body: long, reply: `Hello Ada, ${long}` }, 'Hello Ada'],
  ['admin-invitation', { by: long, roles: 'money, editor', token: '0'.repeat(64) }, 'Accept the invitation'],
  ['admin-role', { name: long, by: 'Ngozi', granted: true, changed: false, roles: 'owner' }, 'Ngozi'],
  [
    'order-paid',
    { ...order, paid_at: '2026-11-20T08:00:00Z', refund_until: '2026-11-27T08:00:00Z', twice: true },
    'You have paid for this work before',
  ],
  ['order-refund-agreed', { ...order, answer: long }, 'The file is closed'],
  ['order-refund-asked', order, 'within a working day'],
  ['order-refund-refused', { ...order, answer: long }, 'The file stays open for you'],
  ['order-refunded', order, '₦2,500'],
  ['order-owned', { ...order, wanted: long }, 'not need to pay again'],
  ['order-renewed', order, 'for free'],
  ['order-unfinished', order, 'Turn off reminders'],
  ['order-rating', { ...order, slug: 'burns' }, 'We ask once for each work'],
  ['order-wrong', order, 'You do not have to pay again'],
  [
    'orders-found',
    { orders: [{ title: long, reference: order.reference, paid_at: '2026-11-20T08:00:00Z', token: order.token }] },
    'Nobody else got these links',
  ],
  ['password-changed', {}, 'Other phones and computers are signed out'],
  ['payout-paid', { kobo: 1_234_550, bank: 'GTBank', last_four: '4579', note: 'FT-2026-1' }, '₦12,345.50'],
  ['payout-paid', { kobo: 500_000, bank: '', last_four: '', note: '' }, 'went to your account'],
  ['payout-returned', { kobo: 500_000, bank: 'GTBank', last_four: '4579', note: long }, 'of-student'],
  ['payout-returned', { kobo: 500_000, bank: '', last_four: '', note: '' }, 'gave no reason'],
  [
    'sale-refunded',
    {
      title: long,
      share_kobo: 175_000,
      paid_at: '2026-11-20T08:00:00Z',
      in_time: true,
      by_link: false,
      is_mistake: false,
      debt_kobo: 0,
    },
    'You do not have to do anything',
  ],
  [
    'sale-refunded',
    {
      title: long,
      share_kobo: 175_000,
      paid_at: '2026-11-20T08:00:00Z',
      in_time: false,
      by_link: true,
      is_mistake: true,
      debt_kobo: 75_000,
    },
    '₦750 will be deducted from your next earnings',
  ],
  ['second-factor-changed', { change: 'added', name: long }, 'of-student'],
  ['second-factor-changed', { change: 'removed', name: long }, 'can no longer confirm'],
  ['second-factor-changed', { change: 'codes_replaced', name: '' }, 'Only the ten new ones do'],
  ['second-factor-changed', { change: 'code_used', name: '' }, 'how many you have left'],
  ['second-factor-changed', { change: 'reset', name: '' }, 'because you asked'],
  ['topic-request-answered', { topic: long, answer: long, title: long, slug: 'a-slug' }, 'of-student'],
  [
    'upload-approved',
    { title: long, price: 3500, share_percent: 50, share_basis: 'gross', note: long, slug: 'a-slug' },
    '₦3,500',
  ],
  ['upload-changes-asked', { title: long, note: long }, 'of-student'],
  [
    'upload-received',
    { title: long },
    'You will receive an email response regarding approval and pricing within 3-5 business days.',
  ],
  ['upload-rejected', { title: long, reason: long, file_removal_due: '2026-12-05T08:00:00Z' }, '5 Dec 2026'],
  [
    'price-changed',
    { title: long, old_price: 3500, price: 1200, share_percent: 50, share_basis: 'gross', slug: 'hand-hygiene' },
    '₦600',
  ],
  ['upload-reopened', { title: long }, 'of-student'],
  ['upload-replaced', { title: long, file_name: 'better.docx' }, 'within 3-5 business days'],
  [
    'works-sold',
    {
      sales: 12,
      by_link: 3,
      share_kobo: 2_100_050,
      rows: [{ title: long, share_kobo: 175_000, clears_at: '2026-11-27T08:00:00Z', by_link: true }],
    },
    'and 11 more',
  ],
]
/** GoTrue's own (supabase/templates). */
const auth: [file: string, says: string][] = [
  ['confirmation', 'Confirm my account'],
  ['recovery', 'Choose a new password'],
  ['email_change', 'Confirm from this address'],
]

const mails = async () => {
  const build = (await import(path.join(root, 'build/server/index.js'))) as { entry: { module: { renderMail: Render } } }
  const variables = {
    SiteURL: SITE,
    TokenHash: 'a'.repeat(64),
    Email: `${'long'.repeat(15)}@example.ng`,
    NewEmail: `${'longer'.repeat(10)}@example.ng`,
  }
  return [
    ...ours.map(([name, details, says]) => ({
      name,
      says,
      html: build.entry.module.renderMail(name, details, { siteUrl: SITE }).html,
    })),
    ...auth.map(([name, says]) => ({
      name,
      says,
      html: filledIn({ file: path.join(root, `supabase/templates/${name}.html`), subject: '' }, variables),
    })),
  ]
}

test('the examples cover every email template', () => {
  const files = (directory: string, ending: string) =>
    fs
      .readdirSync(path.join(root, directory))
      .filter((name) => name.endsWith(ending) && !name.includes('.test.'))
      .map((name) => name.slice(0, -ending.length))
  // The template list names them; it imports the build, which this test cannot import.
  const list = fs.readFileSync(path.join(root, 'app/emails/templates.ts'), 'utf8')
  const templates = [...list.matchAll(/^ {2}'([a-z-]+)': \w+,$/gm)].map(([, name]) => name)
  expect(templates.length).toBeGreaterThan(20)
  expect([...new Set(ours.map(([name]) => name))].toSorted()).toEqual(templates.toSorted())
  expect(auth.map(([name]) => name).toSorted()).toEqual(files('supabase/templates', '.html').toSorted())
})

test('every email fits a window of 320 px in light and dark, loads nothing external, and has the same content as plain text', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'light' })
  for (const { name, says, html } of await mails()) {
    await page.setContent(html)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
    expect(await getViolations(page, { without: ['region', 'landmark-one-main'] }), name).toEqual([])
    // Only colours differ in the dark theme.
    expect(await getDarkViolations(page), `${name}, dark`).toEqual([])
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    const text = await plainText(html)
    const words = text.replaceAll(/\s+/g, ' ')
    expect(words, name).toContain(says)
    expect(text, name).not.toMatch(/<[a-z/]|&[a-z#]+;|\{\{|undefined|null|NaN/)
    for (const link of links) {
      expect(link.startsWith(SITE), `${name} ${link}`).toBe(true)
      expect(text.replaceAll(/\s+/g, ''), name).toContain(link)
    }
    for (const box of await page.locator('a[style*="inline-block"]').all()) {
      expect((await box.boundingBox())?.height ?? 0, name).toBeGreaterThanOrEqual(44)
    }
  }
  expect(asked).toEqual([])
})
