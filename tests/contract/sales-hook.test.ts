// The function sales-hook, called over HTTP as by an automation: it knows the address and the hook's secret, and no API
// key.
import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SALES_HOOK_SECRET } from './backend-process.ts'
import { aStudent, aVisitor, anAdmin, backend, theService } from './people.ts'

const admin = await anAdmin('Ngozi')
const address = `${backend.url}/functions/v1/sales-hook`
const inSeconds = () => Math.floor(Date.now() / 1000)

const getNotice = (order: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    order_reference: order,
    product_name: 'A pack of nobody',
    amount: '₦3,500.50',
    customer_email: 'buyer@example.com',
    ...more,
  })
const tell = async (body: string, headers: Record<string, string>, method = 'POST') => {
  const response = await fetch(address, { method, headers, ...(method === 'POST' ? { body } : {}) })
  return { status: response.status, text: await response.text() }
}
const signed = (body: string, time = inSeconds(), secret = SALES_HOOK_SECRET) => ({
  'x-lamplight-time': String(time),
  'x-lamplight-signature': createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
})
const withSecret = { 'x-lamplight-secret': SALES_HOOK_SECRET }

/** Returns the state of an order in the queue of unmatched sales. */
const queued = async (order: string) =>
  (
    await admin.client
      .from('unmatched_sales')
      .select('provider, source, gross_kobo, currency, product')
      .eq('order_reference', order)
      .throwOnError()
  ).data
const inTheQueue = { provider: 'selar', source: 'hook', gross_kobo: 350_050, currency: 'NGN', product: 'A pack of nobody' }

test.each([
  ['the secret', () => withSecret],
  ['a signature', (body: string) => signed(body)],
  ['a signature of four minutes ago', (body: string) => signed(body, inSeconds() - 240)],
])('sales-hook stores an event with %s as one sale however often it is sent', async (_what, proof) => {
  const order = `HOOK-${randomUUID()}`
  const body = getNotice(order)
  const headers = proof(body)
  expect(await tell(body, headers)).toEqual({ status: 200, text: '{"received":true}' })
  await expect.poll(() => queued(order)).toEqual([inTheQueue])
  // Sends the same bytes again, then the same order in another case and with another amount.
  expect((await tell(body, headers)).status).toBe(200)
  expect((await tell(getNotice(order.toLowerCase(), { amount: 9 }), withSecret)).status).toBe(200)
  await theService().rpc('process_sale_notices').throwOnError()
  expect(await queued(order)).toEqual([inTheQueue])
})

test.each<[string, (body: string) => Record<string, string>]>([
  ['no credentials', () => ({})],
  ['another secret', () => ({ 'x-lamplight-secret': 'guessed' })],
  ['a signature with another secret', (body) => signed(body, inSeconds(), 'guessed')],
  ['a signature of another body', (body) => signed(`${body} `)],
  ['a signature of six minutes ago', (body) => signed(body, inSeconds() - 360)],
  ['a signature six minutes in the future', (body) => signed(body, inSeconds() + 360)],
  ['a signature without its time', (body) => ({ 'x-lamplight-signature': signed(body)['x-lamplight-signature'] })],
  ['the publishable key alone', () => ({ apikey: backend.publishableKey, authorization: `Bearer ${backend.publishableKey}` })],
])('sales-hook rejects an event with %s and stores nothing', async (_what, proof) => {
  const order = `HOOK-${randomUUID()}`
  const body = getNotice(order)
  expect((await tell(body, proof(body))).status).toBe(401)
  await theService().rpc('process_sale_notices').throwOnError()
  expect(await queued(order)).toEqual([])
})

test('sales-hook responds with 422 and a reason to other content, 405 to another method and 413 to large bodies', async () => {
  for (const [body, reason] of [
    ['{', /body/i],
    [getNotice(''), /order_reference/],
    [getNotice('X', { amount: 'lots' }), /amount/],
    [getNotice('X', { paid_at: 'soon' }), /paid_at/],
  ] as const) {
    const { status, text } = await tell(body, withSecret)
    expect(status).toBe(422)
    expect(text).toMatch(reason)
  }
  expect((await tell('', withSecret, 'GET')).status).toBe(405)
  expect((await tell(getNotice('X', { more: 'x'.repeat(20_000) }), withSecret)).status).toBe(413)
})

test('sales-hook records a sale of a known title in the ledger without its buyer', async () => {
  const student = await aStudent('Ada')
  const title = `Work ${randomUUID()}`
  const { data: material } = await theService()
    .from('research_materials')
    .insert({
      slug: randomUUID(),
      title,
      subject_area: 'Nursing',
      category: 'thesis',
      price: 3500,
      published_at: new Date().toISOString(),
    })
    .select('id')
    .single()
    .throwOnError()
  const order = `HOOK-${randomUUID()}`
  const body = getNotice(order, { product_name: title.toUpperCase(), fee: 190 })
  expect((await tell(body, signed(body))).status).toBe(200)
  const sold = async () =>
    (
      await theService()
        .from('sales')
        .select('order_reference, gross_kobo, fee_kobo, source')
        .eq('material_id', material.id)
        .throwOnError()
    ).data
  await expect.poll(sold).toEqual([{ order_reference: order, gross_kobo: 350_050, fee_kobo: 19_000, source: 'hook' }])
  expect(JSON.stringify(await sold())).not.toContain('buyer')
  for (const client of [aVisitor(), student.client, admin.client]) {
    expect((await client.rpc('receive_sale_notices', { notices: [] })).error?.code).toBe('42501')
    expect((await client.rpc('process_sale_notices')).error?.code).toBe('42501')
  }
})
