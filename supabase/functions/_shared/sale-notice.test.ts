import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerSaleNotice, type NotifiedSale } from './sale-notice.ts'

const SECRET = 'a secret that is long enough to be one'
const NOW = Date.parse('2026-11-22T10:00:00Z')
const body = JSON.stringify({
  order_reference: ' SLR-9 ',
  product_name: 'Hand hygiene',
  amount: '₦3,500.50',
  fee: 190,
  customer_email: 'buyer@example.com',
})

type More = { sent?: string; secret?: string | null; fails?: boolean }

async function tell(headers: Record<string, string>, { sent = body, secret = SECRET, fails = false }: More = {}) {
  const stored: NotifiedSale[] = []
  const response = await answerSaleNotice(new Request('http://localhost/hooks/sales', { method: 'POST', headers, body: sent }), {
    secret,
    now: NOW,
    keep: async (sale) => {
      if (fails) {
        throw new Error('away')
      }
      stored.push(sale)
    },
  })
  return { status: response.status, stored, says: ((await response.json()) as { message?: string }).message }
}
const signed = (time: number, sent = body, secret = SECRET) => ({
  'x-lamplight-time': String(time),
  'x-lamplight-signature': createHmac('sha256', secret).update(`${time}.${sent}`).digest('hex'),
})
const seconds = NOW / 1000

test('stores a notice with the secret or a current signature without the buyer', async () => {
  const sale = {
    provider: 'selar',
    reference: 'SLR-9',
    product: 'Hand hygiene',
    link: null,
    gross: 350_050,
    fee: 19_000,
    currency: 'NGN',
    paid_at: '2026-11-22T10:00:00.000Z',
  }
  expect(await tell({ 'x-lamplight-secret': SECRET })).toMatchObject({ status: 200, stored: [sale] })
  expect(await tell(signed(seconds))).toMatchObject({ status: 200, stored: [sale] })
  expect(await tell(signed(seconds - 299))).toMatchObject({ status: 200 })
})

test.each([
  ['nothing', {}],
  ['another secret', { 'x-lamplight-secret': `${SECRET}!` }],
  ['an empty secret', { 'x-lamplight-secret': '' }],
  ['a signature with another secret', signed(seconds, body, 'another')],
  ['a signature of another body', signed(seconds, `${body} `)],
  ['a signature of too long ago', signed(seconds - 301)],
  ['a signature of the future', signed(seconds + 301)],
  ['a signature whose time was changed', { ...signed(seconds - 400), 'x-lamplight-time': String(seconds) }],
  ['a wrong signature beside the right secret', { ...signed(seconds, body, 'another'), 'x-lamplight-secret': SECRET }],
  ['no time', { 'x-lamplight-signature': signed(seconds)['x-lamplight-signature'] }],
])('answers 401 and stores nothing with %s', async (_what, headers) => {
  expect(await tell(headers)).toMatchObject({ status: 401, stored: [] })
})

test.each([
  ['{', /body/i],
  ['[]', /order_reference/],
  ['{"amount": 5}', /order_reference/],
  ['{"order_reference": "x", "amount": "lots"}', /amount/],
  ['{"order_reference": "x", "amount": 0}', /amount/],
  ['{"order_reference": "x", "amount": -5}', /amount/],
  ['{"order_reference": "x", "amount": 5, "currency": "naira"}', /currency/],
  ['{"order_reference": "x", "amount": 5, "paid_at": "soon"}', /paid_at/],
])('answers 422 with the reason for %s', async (sent, reason) => {
  const response = await tell({ 'x-lamplight-secret': SECRET }, { sent })
  expect(response).toMatchObject({ status: 422, stored: [] })
  expect(response.says).toMatch(reason)
})

test.each(
  ['order_reference', 'product_name', 'product_link'].flatMap((field) =>
    ['a\\u0000b', 'a\\ud800b', 'a\\udc00'].map((text) => [field, text] as const),
  ),
)('answers 422 when %s holds %s, which PostgreSQL does not store', async (field, text) => {
  const notice = { order_reference: 'x', amount: 5, [field]: 'HERE' }
  const response = await tell({ 'x-lamplight-secret': SECRET }, { sent: JSON.stringify(notice).replace('HERE', text) })
  expect(response).toMatchObject({ status: 422, stored: [], says: `${field} holds a character that cannot be stored` })
})

test.each(['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2026-11-23T10:00:01Z'])(
  'answers 422 when paid_at is %s',
  async (paid_at) => {
    const sent = JSON.stringify({ order_reference: 'x', amount: 5, paid_at })
    const response = await tell({ 'x-lamplight-secret': SECRET }, { sent })
    expect(response).toMatchObject({ status: 422, stored: [], says: 'paid_at is before 2000 or in the future' })
  },
)

test('has no address without a secret and reports failures so that the sender retries', async () => {
  expect(await tell({ 'x-lamplight-secret': '' }, { secret: null })).toMatchObject({ status: 404, stored: [] })
  expect(await tell({ 'x-lamplight-secret': SECRET }, { fails: true })).toMatchObject({ status: 503 })
})
