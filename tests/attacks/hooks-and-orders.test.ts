/*
 * Input from webhooks and anonymous visitors: events with texts that PostgreSQL cannot store, addresses with hidden
 * characters, orders of others.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  DEMO_PASSWORD,
  ADMIN,
  getClient,
  keysIn,
  onSharedBackend,
  shared,
  type Site,
  startSite,
  STUDENT,
} from '../process/sites.ts'
import { ask, send } from '../support/http.ts'
import { freePort } from '../support/processes.ts'
import { createSoldWork, type SoldWork } from '../support/sold-work.ts'
import { getFault } from './hostile.ts'
import { payForOrder, signedIn } from './pages.ts'

const SALES_HOOK_SECRET = 'a secret that is long enough'
const PAYSTACK_SECRET_KEY = `sk_test_${'0123456789'.repeat(4)}`
const HIDDEN_ADDRESSES = ['a\u202eda@mail.ng', 'ada\u2066@mail.ng', 'ada@ma\u200bil.ng', 'ada@mail.\u202eng']

let site: Site
let withHooks: Site
let work: SoldWork
let student: string
let admin: string
beforeAll(async () => {
  const backendPort = String(await freePort())
  site = await startSite({ BACKEND_PORT: backendPort })
  work = await createSoldWork(getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key))
  withHooks = await startSite({
    ...onSharedBackend,
    SUPABASE_SECRET_KEY: shared.keys.secret_key,
    SALES_HOOK_SECRET,
    PAYSTACK_SECRET_KEY,
    PAYSTACK_URL: 'http://127.0.0.1:9',
  })
  ;[student, admin] = [await signedIn(site.url, STUDENT, DEMO_PASSWORD), await signedIn(site.url, ADMIN, DEMO_PASSWORD)]
})

test.each(
  ['order_reference', 'product_name', 'product_link'].flatMap((field) => ['a\\u0000b', 'a\\ud800b'].map((text) => [field, text])),
)('POST /hooks/sales responds with 422 when %s contains %s', async (field = '', text = '') => {
  const body = JSON.stringify({ order_reference: randomUUID(), amount: 3500, [field]: 'HERE' }).replace('HERE', text)
  const response = await ask(`${withHooks.url}/hooks/sales`, { body, headers: { 'x-lamplight-secret': SALES_HOOK_SECRET } })
  expect([response.status, response.text]).toEqual([422, expect.stringContaining(field)])
})

test.each([
  ['a NUL in the reference', '{"event":"charge.success","data":{"reference":"a\\u0000b"}}'],
  ['half a surrogate pair', '{"event":"charge.success","data":{"reference":"a\\ud800b"}}'],
  ['a NUL in the event', '{"event":"charge.success\\u0000","data":{"reference":"LL-1"}}'],
  ['a list', '[]'],
  ['invalid JSON', '{'],
  ['invalid UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
])('POST /hooks/paystack accepts a signed event with %s and ignores it', async (_what, body) => {
  const signature = createHmac('sha512', PAYSTACK_SECRET_KEY).update(body).digest('hex')
  const response = await ask(`${withHooks.url}/hooks/paystack`, { body, headers: { 'x-paystack-signature': signature } })
  expect([response.status, response.text]).toEqual([200, '{"received":true}'])
})

test.each(HIDDEN_ADDRESSES)('every form rejects the address %j', async (email) => {
  const forms: [string, Record<string, string>, string?][] = [
    ['/auth', { intent: 'login', email, password: DEMO_PASSWORD }],
    ['/auth', { intent: 'resend', email }],
    ['/auth?tab=sign-up', { intent: 'sign-up', email, password: 'a long enough secret', first_name: 'Ada', last_name: 'Eze' }],
    ['/auth/forgot-password', { email }],
    ['/orders', { email }],
    [`/buy/${work.slug}`, { intent: 'pay', email }],
    ['/dashboard/security', { intent: 'email', email, email_password: DEMO_PASSWORD }, student],
    ['/request-a-topic', { topic: 'Pain', contact: email }, student],
  ]
  for (const [address, fields, cookie = ''] of forms) {
    const response = await send(site.url + address, fields, { headers: { cookie } })
    expect([address, response.status, getFault(response)]).toEqual([address, 400, null])
    expect(response.text, address).toMatch(/hidden character|phone number or an email address/)
  }
})

test('POST /orders responds with 404 for a missing order and for an order of another buyer', async () => {
  await payForOrder(site.url, work)
  const own = await ask(`${site.url}/orders`, { headers: { cookie: student } })
  const id = /name="id" value="([0-9a-f-]{36})"/.exec(own.text)?.[1] ?? ''
  const open = (of: string, cookie: string) => send(`${site.url}/orders`, { intent: 'open', id: of }, { headers: { cookie } })
  expect((await open(id, student)).status).toBe(303)
  for (const [of, cookie] of [
    [id, admin],
    [randomUUID(), student],
    ['no id', student],
  ] as const) {
    const response = await open(of, cookie)
    expect([response.status, response.headers.location]).toEqual([404, undefined])
    expect(response.text).toContain('There is no such order under your address')
  }
})
