import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { openLimiter } from '../limits/limiter.ts'
import { type Asked, countViews, getLink, getMaterial } from './views-and-clicks.ts'

const BROWSER = 'Mozilla/5.0 (Linux; Android 13; Infinix X6525) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
const page = '/material-preview/wound-care'

type Request = { path?: string; method?: string; headers?: Record<string, string>; userId?: string; status?: number }

const opened = vi.fn<(path: string, address: () => string) => void>()

/** Returns the counts of one request, or of several of the same kind. */
async function counted({ path = page, method = 'GET', headers = {}, userId, status = 200 }: Request = {}, times = 1) {
  const count = vi.fn<(what: 'views' | 'clicks', key: string, source: string) => void>()
  const app = new Hono<Asked>()
  app.use(
    countViews({
      counted: { count, sendNow: async () => {}, stop: async () => {} },
      missedSearches: { note: () => {}, opened },
      limiter: openLimiter(),
      isProxy: () => false,
      isAdmin: async (asked) => asked === 'the admin',
    }),
  )
  app.all('*', (c) => {
    if (userId !== undefined) {
      c.set('userId', userId)
    }
    return status === 200 ? c.body('page') : new Response(null, { status })
  })
  const from = { incoming: { socket: { remoteAddress: '198.51.100.7' } } }
  for (let time = 0; time < times; time += 1) {
    await app.request(path, { method, headers: { 'user-agent': BROWSER, ...headers } }, from)
  }
  await new Promise((resolve) => setTimeout(resolve, 5))
  return count.mock.calls
}

test('counts a view when a browser opens a material page at any of its addresses', async () => {
  expect(await counted()).toEqual([['views', 'wound-care', 'typed']])
  expect(await counted({ status: 304 })).toEqual([['views', 'wound-care', 'typed']])
  expect(await counted({ userId: 'a student' })).toEqual([['views', 'wound-care', 'typed']])
  expect(await counted({ headers: { 'sec-fetch-mode': 'navigate' } })).toEqual([['views', 'wound-care', 'typed']])
  expect(await counted({ path: '/material/0000000A-0000-4000-8000-000000000000' })).toEqual([
    ['views', '0000000a-0000-4000-8000-000000000000', 'typed'],
  ])
})

test('counts a click when its purchase page opens, but not the form sent there', async () => {
  expect(await counted({ path: '/buy/wound-care' })).toEqual([['clicks', 'wound-care', 'typed']])
  expect(await counted({ path: '/buy/wound-care', method: 'POST' })).toEqual([])
  expect(await counted({ path: '/buy/wound-care', status: 303 })).toEqual([])
})

test('counts the source of a view, and that of the shared page for a click to buy', async () => {
  expect(await counted({ headers: { referer: 'https://www.google.com/' } })).toEqual([['views', 'wound-care', 'google']])
  expect(await counted({ path: `${page}?utm_source=whatsapp` })).toEqual([['views', 'wound-care', 'whatsapp']])
  const referer = `http://localhost${page}?utm_source=whatsapp`
  expect(await counted({ path: '/buy/wound-care', headers: { referer } })).toEqual([['clicks', 'wound-care', 'whatsapp']])
})

test('counts a view of a topic at its own address and when its outline is taken', async () => {
  const key = 'topic:hand hygiene among nurses'
  expect(await counted({ path: '/topics-directory?search=+Hand+hygiene+among+nurses' })).toEqual([['views', key, 'typed']])
  expect(await counted({ path: '/find-a-topic/outline?topic=Hand+hygiene+among+nurses' })).toEqual([['views', key, 'typed']])
  expect(await counted({ path: `/topics-directory?search=${'a'.repeat(401)}` })).toEqual([])
  expect(await counted({ path: '/topics-directory?area=Midwifery' })).toEqual([])
  expect(await counted({ path: '/marketplace?search=Hand+hygiene' })).toEqual([])
})

test.each<[string, Request]>([
  ['a program', { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }],
  ['the preview of a link', { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } }],
  ['a client without a user agent', { headers: { 'user-agent': '' } }],
  ['a browser that prefetches', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ['an older browser that prefetches', { headers: { purpose: 'prefetch' } }],
  ['a script that keeps the page', { headers: { 'sec-fetch-mode': 'cors' } }],
  ['a request for the headers alone', { method: 'HEAD' }],
  ['a comment', { method: 'POST' }],
  ['an admin', { userId: 'the admin' }],
  ['a missing page', { status: 404 }],
  ['an address that moved', { status: 301 }],
  ['another page', { path: '/marketplace' }],
  ['a page below it', { path: `${page}/more` }],
])('counts no view for %s', async (_what, request) => {
  expect(await counted(request)).toEqual([])
})

test("reports each opened page and its visitor's address to the missed searches", async () => {
  opened.mockClear()
  await counted({ path: '/courses?search=midwifery' })
  expect(opened.mock.calls.map(([url, address]) => [url, address()])).toEqual([['/courses?search=midwifery', '198.51.100.7']])
})

test('limits the counts per address and minute but still responds', async () => {
  expect(await counted({}, 300)).toHaveLength(240)
})

test.each([
  ['/material-preview/wound-care', 'wound-care'],
  ['/material-preview/wound-care/', 'wound-care'],
  ['/material-preview/', null],
  ['/material-preview/..%2F', null],
  [`/material/${'a'.repeat(201)}`, null],
  ['/courses', null],
])('reads from the path %s the material %s', (path, key) => {
  expect(getMaterial(path)).toBe(key)
})

test.each([
  ['https://selar.co/wound-care', 'https://selar.co/wound-care'],
  ['http://selar.co/wound-care', null],
  ['/material-preview/wound-care', null],
  ['https://', null],
  ['', null],
  [`https://selar.co/${'a'.repeat(1000)}`, null],
])('reads from the header %s the purchase link %s', (to, link) => {
  expect(getLink(new Headers({ 'ping-to': to }))).toBe(link)
})
