// An order that was paid in another currency, on every page of the admin console that shows an order.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ask, cookieHeader, send } from '../support/http.ts'
import { freePort } from '../support/processes.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { getClient, DEMO_PASSWORD, keysIn, ADMIN, startSite } from './sites.ts'

let url: string
let cookie: string
let order: string
beforeAll(async () => {
  const backendPort = String(await freePort())
  const site = await startSite({ BACKEND_PORT: backendPort })
  url = site.url
  cookie = cookieHeader((await send(`${url}/auth`, { intent: 'login', email: ADMIN, password: DEMO_PASSWORD })).cookies)
  const service = getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key)
  const work = await createSoldWork(service)
  const { data: created } = await service
    .rpc('create_order', {
      material: work.id,
      address: 'ada@example.ng',
      expected_price: work.price,
      mode: 'test',
      first_token_hash: randomUUID().replaceAll('-', '').repeat(2),
    })
    .single()
    .throwOnError()
  const { id, reference } = created
  order = id
  const payment = { id: '1', status: 'success', reference, amount: 1234, currency: 'USD', domain: 'test', fees: 10 }
  await service.rpc('settle_order', { of_order: id, response: { ...payment, paid_at: new Date().toISOString() } }).throwOnError()
  const dispute = { id: '2', reference, domain: 'test', status: 'awaiting-merchant-feedback', payment: 'success' }
  await service.rpc('settle_dispute', { response: { ...dispute, refund_amount: 1034 } }).throwOnError()
})

test.each([
  ['the list of orders', () => '/admin/money/orders', ['USD 12.34']],
  ['the page of the order', () => `/admin/money/orders/${order}`, ['USD 12.34', 'USD 10.34']],
  ['Today', () => '/admin', ['USD 12.34', 'USD 10.34']],
])('%s shows the currency of the payment', async (_, address, amounts) => {
  const { status, text } = await ask(url + address(), { headers: { cookie } })
  expect(status).toBe(200)
  const shown = text.replaceAll(/\s|&nbsp;/g, ' ')
  for (const amount of amounts) {
    expect(shown).toContain(amount)
    expect(shown).not.toContain(amount.replace('USD ', '₦'))
  }
})
