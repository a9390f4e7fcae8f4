import { serve } from '@hono/node-server'
import { expect, test } from 'vitest'
import { openPaystackSimulator } from '#dev/paystack-simulator/simulator.ts'
import { ask, send } from '../support/http.ts'
import { freePort } from '../support/processes.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { hashToken } from '#server/token-hash.ts'
import { getClient, keysIn, startSite, whenOver } from './sites.ts'

const PAYSTACK = 'https://checkout.paystack.com'
const secretKey = `sk_test_${'0123456789'.repeat(4)}`

test('an order with a Paystack key redirects only to Paystack, is paid once and logs no token', async () => {
  const events: { raw: Uint8Array; signature: string }[] = []
  const simulator = openPaystackSimulator({
    secretKey,
    siteUrl: PAYSTACK,
    file: null,
    tell: async (raw, signature) => void events.push({ raw, signature }),
  })
  const port = await freePort()
  // Paystack's answer to an address that it does not accept.
  const rejection = {
    status: false,
    message: 'Invalid Email Address Passed',
    meta: { nextStep: 'Ensure that you pass a valid email address' },
    type: 'validation_error',
    code: 'invalid_email_address',
  }
  const paystack = serve({
    fetch: async (request) =>
      (await request.clone().text()).includes('rejected@') ? Response.json(rejection, { status: 400 }) : simulator.fetch(request),
    port,
    hostname: '127.0.0.1',
  })
  whenOver(() => paystack.close())
  const backendPort = await freePort()
  const site = await startSite({
    PAYSTACK_SECRET_KEY: secretKey,
    PAYSTACK_URL: `http://127.0.0.1:${port}`,
    BACKEND_PORT: String(backendPort),
  })
  const service = getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key)
  const work = await createSoldWork(service)
  const buy = `${site.url}/buy/${work.slug}`
  const page = await ask(buy)
  expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${PAYSTACK};`)
  expect((await ask(site.url)).headers['content-security-policy']).toContain(`form-action 'self';`)
  expect((await ask(`${site.url}/support`)).text).toContain('href="/orders"')
  expect((await ask(`${site.url}/dev/paystack/x`)).status, 'no simulator beside a key').toBe(404)

  const fields = { intent: 'pay', email: 'ada@example.ng', price: String(work.price) }
  const rejected = await send(buy, { ...fields, email: 'rejected@example.ng' })
  expect(rejected.status).toBe(400)
  expect(rejected.text).toMatch(/<input[^>]*aria-invalid="true"[^>]*value="rejected@example\.ng"/)
  expect(rejected.text).toContain('Paystack does not accept this address.')
  const { status, headers } = await send(buy, fields)
  expect([status, new URL(String(headers.location)).origin]).toEqual([303, PAYSTACK])
  const back = simulator.act(String(headers.location).split('/').at(-1) ?? '', 'pay') ?? ''
  await expect.poll(() => events.length).toBe(1)
  const hook = (body: Buffer, signature: string) =>
    ask(`${site.url}/hooks/paystack`, { body, headers: { 'x-paystack-signature': signature } })
  const [event] = events
  const raw = Buffer.from(event?.raw ?? [])
  const other = Buffer.from(raw.toString().replace('success', 'succesS'))
  expect((await hook(other, event?.signature ?? '')).status).toBe(401)
  for (let times = 0; times < 3; times += 1) {
    expect((await hook(raw, event?.signature ?? '')).status).toBe(200)
  }
  const sales = async () => (await service.from('sales').select('provider, is_sample').throwOnError()).data
  await expect.poll(sales).toEqual([{ provider: 'paystack', is_sample: true }])
  const token = new URL(back).pathname.split('/').at(-1) ?? ''
  expect(token).toHaveLength(22)
  expect((await ask(`${site.url}/orders/${token}`)).text).toContain('Paid. Your file is ready')

  const file = (method: 'GET' | 'HEAD', agent: string) =>
    ask(`${site.url}/orders/${token}/file`, { method, headers: { 'user-agent': agent } })
  const PHONE =
    'Mozilla/5.0 (Linux; Android 13; Cubot P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'
  for (const agent of ['WhatsApp/2.24.1 A', 'facebookexternalhit/1.1', 'TelegramBot (like TwitterBot)', 'Googlebot/2.1']) {
    for (let preview = 0; preview < 2; preview += 1) {
      expect((await file('GET', agent)).status, agent).toBe(403)
    }
  }
  // All five downloads of the day are left.
  for (let download = 0; download < 5; download += 1) {
    expect((await file('GET', PHONE)).status).toBe(200)
  }
  expect((await file('HEAD', PHONE)).status).toBe(200)
  const unpaid = 'x'.repeat(22)
  const create = { material: work.id, address: 'ada@example.ng', expected_price: work.price, mode: 'test' }
  await service.rpc('create_order', { ...create, first_token_hash: hashToken(unpaid) }).throwOnError()
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await ask(`${site.url}/orders/${unpaid}/file`, { method })).status, method).toBe(403)
    expect((await ask(`${site.url}/orders/${'y'.repeat(22)}/file`, { method })).status, method).toBe(404)
  }
  expect(await sales()).toHaveLength(1)

  await new Promise((resolve) => paystack.close(resolve))
  const away = await send(buy, fields)
  expect([away.status, away.text.includes('Paystack is not responding. Nothing was charged.')]).toEqual([503, true])
  expect(away.text).toContain('ada@example.ng')
  await ask(`${site.url}/orders/${token}/file`)
  expect(site.running.output()).not.toContain(token)
  expect(site.running.output()).not.toContain(secretKey)
})
