// The buttons of an order's page, whose forms have addresses of their own, without a script.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ask, cookieHeader, send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { getWords, unescaped } from './html.ts'
import { ADMIN, DEMO_PASSWORD, getClient, shared, STUDENT } from './sites.ts'

let page: string
let headers: { cookie: string }
beforeAll(async () => {
  const signIn = await send(`${shared.url}/auth`, { intent: 'login', email: ADMIN, password: DEMO_PASSWORD })
  headers = { cookie: cookieHeader(signIn.cookies) }
  const service = getClient(shared.backendUrl, shared.keys.secret_key)
  const work = await createSoldWork(service)
  const { data } = await service
    .rpc('create_order', {
      material: work.id,
      address: 'ada@example.ng',
      expected_price: work.price,
      mode: 'test',
      first_token_hash: randomUUID().replaceAll('-', '').repeat(2),
    })
    .single()
    .throwOnError()
  const payment = { id: randomUUID(), status: 'success', amount: work.price * 100, currency: 'NGN', domain: 'test', fees: 10 }
  const response = { ...payment, reference: data.reference, paid_at: new Date().toISOString() }
  await service.rpc('settle_order', { of_order: data.id, response }).throwOnError()
  page = `${shared.url}/admin/money/orders/${data.id}`
})

test('a rejected form shows its page with the error and the typed text', async () => {
  const fields = { amount: '12,34,56 naira', refunded: '0', words: 'Sorry for the "wait"' }
  const { status, text } = await send(`${page}/refund-part`, fields, { headers })
  expect(status).toBe(400)
  expect(getWords(text)).toContain('Refund a part')
  expect(unescaped(text)).toContain('value="12,34,56 naira"')
  expect(unescaped(text)).toContain('Sorry for the "wait"</textarea>')
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(1)
})

test('a form of one act shows no error at the fields of another', async () => {
  const { status, text } = await send(`${page}/revoke`, { words: '' }, { headers })
  expect(status).toBe(400)
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(1)
  expect(text).toMatch(/<details open=""><summary class="btn bare">Stop downloads/)
})

test('a saved form leads back to the page, and is rejected the second time', async () => {
  const first = await send(`${page}/revoke`, { words: 'The buyer shared the file' }, { headers })
  expect([first.status, first.headers.location]).toEqual([303, new URL(page).pathname])
  expect(first.cookies.join()).toContain('The%20file%20is%20closed')
  const second = await send(`${page}/revoke`, { words: 'The buyer shared the file' }, { headers })
  expect([second.status, getWords(second.text).includes('That is no longer possible')]).toEqual([409, true])
})

test('an act that is opened as a page gets 405 with a link to its page', async () => {
  const response = await ask(`${page}/refund`, { headers })
  expect([response.status, response.headers.allow]).toEqual([405, 'POST'])
  expect(response.text).toContain(`href="${new URL(page).pathname}"`)
})

test('a form of an outdated page gets 405 with its text and a link to the page', async () => {
  const response = await send(page, { intent: 'part', amount: '500', words: 'Half of it' }, { headers })
  expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD'])
  expect(getWords(response.text)).toMatch(/Nothing was saved\..*Half of it/s)
  expect(response.text).toContain(`href="${new URL(page).pathname}"`)
})

test('an act looks like a missing page to a student', async () => {
  const { cookies } = await send(`${shared.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  const student = { headers: { cookie: cookieHeader(cookies) } }
  expect((await send(`${page}/refund`, {}, student)).status).toBe(404)
  expect((await ask(`${page}/refund`, student)).status).toBe(404)
})
