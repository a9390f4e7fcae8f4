/*
 * Texts about money follow the rules of money. With the first rules they are exactly those of SPEC.md; after an
 * admin changed every rule, no page shows the old ones.
 */
import { beforeAll, expect, test } from 'vitest'
import { ask, cookieHeader, send } from '../support/http.ts'
import { getWords } from './html.ts'
import { DEMO_PASSWORD, ADMIN, type Site, startSite, STUDENT } from './sites.ts'

let site: Site
const cookies = { student: '', admin: '' }

beforeAll(async () => {
  site = await startSite()
  for (const [who, email] of [
    ['student', STUDENT],
    ['admin', ADMIN],
  ] as const) {
    const signedIn = await send(`${site.url}/auth`, { intent: 'sign-in', email, password: DEMO_PASSWORD })
    cookies[who] = cookieHeader(signedIn.cookies)
  }
})

/** Each page that states a rule, with its text; a visitor reads it, or the student. */
type Message = Record<string, readonly string[]>
const first: Message = {
  '/': ['Half of every sale is yours', 'Lamplight keeps 50%', '₦15,000'],
  '/faq': [
    'Half of every sale: half of the price, unless we agreed another share',
    'within 7 days of paying',
    'Payouts are made on Fridays, from ₦2,000 on.',
    'we pay nothing for 48 hours',
  ],
  '/terms': ['a commission of 50% on every sale', '7 days', 'made on Fridays, from ₦2,000 on', 'nothing for 48 hours'],
  '/support': ['within 7 days of paying'],
  '/upload-materials': [
    '50% Commission',
    'Half of every sale is yours. Answer in 3-5 business days. Paid on Fridays.',
    'Half of every sale, paid to your bank account.',
    'and half of each sale is mine',
  ],
  '/dashboard/earnings': ['Your share is half of the price', 'has 7 days', 'on Fridays, from ₦2,000 on', 'for 48 hours'],
}
const net = '40% of the price less the payment fee'
const changed: Message = {
  '/': ['40% of every sale is yours', 'The payment takes about ₦1,900', 'Lamplight keeps 60%', '₦16,860', '₦11,240'],
  '/faq': [
    `40% of every sale: ${net}, unless we agreed another share`,
    'within 10 days of paying',
    'Payouts are made on Tuesdays, from ₦3,500.50 on.',
    'we pay nothing for 72 hours',
  ],
  '/terms': ['a commission of 40% on every sale', '10 days', 'made on Tuesdays, from ₦3,500.50 on', 'nothing for 72 hours'],
  '/support': ['within 10 days of paying'],
  '/upload-materials': [
    '40% Commission',
    '40% of every sale is yours. Answer in 3-5 business days. Paid on Tuesdays.',
    '40% of every sale, paid to your bank account.',
    'and 40% of each sale is mine',
  ],
  '/dashboard/earnings': [
    `Your share is ${net}`,
    'has 10 days',
    'on Tuesdays, from ₦3,500.50 on',
    'for 72 hours',
    'From 1 Jan 2026: 50% of the price.',
  ],
}

async function read(address: string): Promise<string> {
  const signedIn = address === '/upload-materials' || address.startsWith('/dashboard')
  const response = await ask(site.url + address, { headers: signedIn ? { cookie: cookies.student } : {} })
  expect(response.status, address).toBe(200)
  return getWords(response.text)
}

test.each(Object.entries(first))('%s states the first rules', async (address, says) => {
  const words = await read(address)
  expect(says.filter((text) => !words.includes(text))).toEqual([])
})

test('every page states the new rules and no old one after an admin changes all of them', async () => {
  const room = `${site.url}/admin/money/rules`
  const shown = await ask(room, { headers: { cookie: cookies.admin } })
  const seen = /name="seen" value="(\d+)"/.exec(shown.text)?.[1] ?? ''
  const response = await send(
    room,
    {
      seen,
      refund_days: '10',
      minimum: '3500.50',
      run_weekday: '2',
      hold_hours: '72',
      share_percent: '40',
      rep_percent: '12',
      share_basis: 'net',
      fee_percent: '3',
      fee_fixed: '100',
      vat_percent: '7.5',
      password: DEMO_PASSWORD,
    },
    { headers: { cookie: cookies.admin } },
  )
  expect(response.status).toBe(303)
  for (const [address, says] of Object.entries(changed)) {
    const words = await read(address)
    expect(
      says.filter((text) => !words.includes(text)),
      address,
    ).toEqual([])
    // The statement shows the rules at the time of each sale, and the page lists the previous rule.
    expect(words, address).not.toMatch(
      /\b50 ?%(?! of (₦|the price\.))|\b[Hh]alf (of (every|each|the)|is)|\b7[ -]days?\b|Friday|from ₦2,000|48 hours|\{\w+\}/,
    )
  }
})
