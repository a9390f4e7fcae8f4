import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { openLimiter } from '../limits/limiter.ts'
import { openCheckoutLinks } from './checkout-links.ts'

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 10) Chrome/140',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

/** Opens an address below the middleware, and returns the response with what was counted. */
async function open(address: string, headers: Record<string, string> = BROWSER, method = 'GET') {
  const counted: string[] = []
  const app = new Hono()
  app.use(
    openCheckoutLinks(
      {
        counted: { count: (_what, key) => counted.push(key), sendNow: async () => {}, stop: async () => {} },
        missedSearches: { note: () => {}, opened: () => {} },
        limiter: openLimiter(),
        isProxy: () => false,
        isAdmin: async () => false,
      },
      true,
    ),
  )
  app.all('*', (c) => c.text('the page'))
  const from = { incoming: { socket: { remoteAddress: '198.51.100.7' } } }
  const response = await app.request(address, { headers, method }, from)
  return {
    status: response.status,
    to: response.headers.get('location'),
    cookie: response.headers.get('set-cookie'),
    caching: response.headers.get('cache-control'),
    counted,
  }
}

test('a class link leads to its page without the code, which the browser keeps for the checkout', async () => {
  expect(await open('/marketplace?by=amaka7&search=burns')).toEqual({
    status: 302,
    to: '/marketplace?search=burns&utm_source=rep',
    cookie: 'class-link=AMAKA7; Max-Age=2592000; Path=/buy; HttpOnly; Secure; SameSite=Lax',
    caching: 'no-store',
    counted: ['by:AMAKA7'],
  })
  expect((await open('/?by=AMAKA7')).to).toBe('/?utm_source=rep')
  // Two slashes would begin the name of another host.
  expect((await open('//evil.example/?by=AMAKA7')).to).toBe('/evil.example/?utm_source=rep')
})

test.each([
  ['a picture', { ...BROWSER, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a frame', { ...BROWSER, 'sec-fetch-dest': 'iframe' }],
  ['a prefetch', { ...BROWSER, 'sec-purpose': 'prefetch' }],
  ['a preview in a chat', { 'user-agent': 'WhatsApp/2.23' }],
])('%s sets no cookie and counts nothing', async (_name, headers) => {
  expect(await open('/?by=AMAKA7', headers)).toMatchObject({ status: 302, to: '/?utm_source=rep', cookie: null, counted: [] })
})

test.each(['/?by=', '/?by=AMAKA', '/?by=7', '/?by=AMAKA7<script>', '/?search=by'])(
  '%s is a page like any other',
  async (address) => {
    expect(await open(address)).toMatchObject({ status: 200, cookie: null, counted: [] })
  },
)

test.each(['/', '/marketplace', '/marketplace?category=seminar', '/material-preview/burns'])(
  'a link with a discount code to %s opens its page and remembers the code for the checkout',
  async (path) => {
    expect(await open(`${path}${path.includes('?') ? '&' : '?'}code=nurse20`)).toMatchObject({
      status: 200,
      cookie: 'discount-code=NURSE20; Max-Age=604800; Path=/buy; HttpOnly; Secure; SameSite=Lax',
      caching: 'no-store',
    })
  },
)

test.each(['/buy/burns?code=NURSE20', '/auth/confirm?code=NURSE20', '/marketplace?code=no', '/marketplace?code=<b>'])(
  '%s sets no discount code',
  async (address) => {
    expect(await open(address)).toMatchObject({ status: 200, cookie: null, caching: null })
  },
)

test('a picture with the address of a discount link sets no cookie', async () => {
  expect(await open('/marketplace?code=NURSE20', { ...BROWSER, 'sec-fetch-dest': 'image' })).toMatchObject({ cookie: null })
})

test('a form is never redirected', async () => {
  expect((await open('/contact?by=AMAKA7', BROWSER, 'POST')).status).toBe(200)
})
