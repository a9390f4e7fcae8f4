// The simulator against Paystack's OpenAPI description (PaystackOSS/openapi, dist/paystack.yaml).
import { describe, expect, test } from 'vitest'
import { openPaystackSimulator, SIMULATOR_ORIGIN } from './simulator.ts'

const secretKey = `sk_test_${'0123456789'.repeat(4)}`
const clock = { now: Date.parse('2026-11-22T10:00:00Z') }
const events: { event: string; data: Record<string, unknown> }[] = []
const simulator = openPaystackSimulator({
  secretKey,
  siteUrl: 'http://localhost:3000',
  file: null,
  tell: async (raw) => void events.push(JSON.parse(new TextDecoder().decode(raw)) as (typeof events)[number]),
  now: () => clock.now,
})

type Envelope = { status: boolean; message: string; data: never; meta?: Record<string, unknown>; type?: string; code?: string }
async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await simulator.fetch(`${SIMULATOR_ORIGIN}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { http: response.status, ...((await response.json()) as Envelope) }
}

let payments = 0
/** Creates a paid payment of 3,500 naira. */
async function paid(other?: { charged?: number; currency?: string }) {
  const reference = `LL-${(payments += 1)}`
  const { data } = await call('POST', '/transaction/initialize', { email: 'a@b.ng', amount: 350_000, reference })
  const { access_code: code } = data as { access_code: string }
  simulator.act(code, 'pay', other)
  const { id } = (await call('GET', `/transaction/verify/${reference}`)).data as { id: number }
  return { reference, code, id }
}
const payment = await paid()
simulator.dispute((await paid()).code, 'dispute')
const dispute = ((await call('GET', '/dispute')).data as { id: number }[])[0]?.id ?? 0
const recipient = { type: 'nuban', name: 'ADA OBI', account_number: '0000014579', bank_code: '058' }
const { data: account } = await call('POST', '/transferrecipient', recipient)
const { recipient_code } = account as { recipient_code: string }
const { data: sent } = await call('POST', '/transfer', {
  source: 'balance',
  amount: 1000,
  recipient: recipient_code,
  reference: 'll-0123456789abcdef',
})
const { transfer_code } = sent as { transfer_code: string }
const { id: refunded } = (await call('POST', '/refund', { transaction: payment.reference, amount: 100 })).data as { id: number }

/** Each call with a body: valid fields, and invalid values. */
const writes: [
  method: string,
  path: string,
  valid: Record<string, unknown>,
  required: string[],
  wrong: Record<string, unknown[]>,
][] = [
  [
    'POST',
    '/transaction/initialize',
    { email: 'a@b.ng', amount: 350_000 },
    ['email', 'amount'],
    {
      email: ['nobody', 5],
      amount: ['350000', 1.5, 0, -1, null],
      currency: ['EUR', 'ngn'],
      reference: ['LL 3', 'LL_3', 'x/y', 5],
      callback_url: ['somewhere', 5],
      channels: ['card', ['cheque']],
      metadata: ['text'],
    },
  ],
  [
    'POST',
    '/refund',
    { transaction: payment.reference, amount: 100 },
    ['transaction'],
    { transaction: [5, ''], amount: ['100', 0.5, -1], currency: ['EUR'], merchant_note: [5], customer_note: [{}] },
  ],
  [
    'POST',
    '/transferrecipient',
    recipient,
    ['type', 'name', 'account_number', 'bank_code'],
    { type: ['card'], name: ['', 5], account_number: [1234567890, '123'], bank_code: [58], metadata: ['text'] },
  ],
  [
    'POST',
    '/transfer',
    { source: 'balance', amount: 1000, recipient: recipient_code, reference: 'll-00000000000000aa' },
    ['source', 'amount', 'recipient', 'reference'],
    {
      source: ['card'],
      amount: ['1000', 1.5, 0],
      recipient: [5],
      reference: ['LL-UPPERCASE-LETTERS', 'short'],
      currency: ['EUR'],
    },
  ],
  [
    'POST',
    '/transfer/finalize_transfer',
    { transfer_code, otp: '123456' },
    ['transfer_code', 'otp'],
    { transfer_code: [5], otp: [123_456] },
  ],
  ['POST', '/transfer/resend_otp', { transfer_code, reason: 'transfer' }, ['transfer_code', 'reason'], { reason: ['because'] }],
  [
    'POST',
    `/dispute/${dispute}/evidence`,
    { customer_email: 'a@b.ng', customer_name: 'Ada', customer_phone: '0801', service_details: 'A file' },
    ['customer_email', 'customer_name', 'customer_phone', 'service_details'],
    { customer_email: ['nobody'], customer_name: [5], customer_phone: [801] },
  ],
  [
    'PUT',
    `/dispute/${dispute}/resolve`,
    { resolution: 'declined', message: 'Had it', refund_amount: 350_000, uploaded_filename: 'never-sent' },
    ['resolution', 'message', 'refund_amount', 'uploaded_filename'],
    { resolution: ['accepted'], message: ['', 5], refund_amount: ['350000', 0.5], evidence: ['5', 1.5] },
  ],
]

describe.each(writes)('%s %s', (method, path, valid, required, wrong) => {
  const rejection = { status: false, type: 'validation_error' }

  test.each(required)('rejects a body without %s', async (field) => {
    const { [field]: _left, ...rest } = valid
    expect(await call(method, path, rest)).toMatchObject({ ...rejection, code: 'missing_params', status: false })
  })

  test.each(Object.entries(wrong).flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
    'rejects %s: %j',
    async (field, value) => {
      const response = await simulator.fetch(`${SIMULATOR_ORIGIN}${path}`, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...valid, [field]: value }),
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        ...rejection,
        code: 'invalid_params',
        message: `Invalid value: ${field === 'channels' && Array.isArray(value) ? 'channels.0' : field}`,
      })
    },
  )

  test('rejects a body of another content type, invalid JSON, and arrays', async () => {
    expect(await call(method, path, valid, { 'content-type': 'text/plain' })).toMatchObject({
      ...rejection,
      code: 'invalid_params',
    })
    for (const body of ['{', '[]', '"text"', 'null']) {
      expect(await call(method, path, body), body).toMatchObject({ ...rejection, code: 'invalid_params' })
    }
  })

  test('rejects a missing and a wrong key', async () => {
    for (const authorization of ['', 'Bearer sk_test_another', secretKey]) {
      expect(await call(method, path, valid, { authorization })).toMatchObject({ status: false, code: 'invalid_Key' })
    }
  })

  test('ignores an undocumented field and records its name', async () => {
    const before = simulator.unknownFields.length
    const response = await call(method, path, { ...valid, refrence: 'x' })
    expect(response.message).not.toContain('refrence')
    expect(simulator.unknownFields.slice(before)).toEqual([`${method} ${path}: refrence`])
  })
})

const methods: Record<string, string[]> = {
  '/transaction/initialize': ['POST'],
  '/transaction/verify/LL-1': ['GET'],
  '/transaction': ['GET'],
  '/refund': ['GET', 'POST'],
  [`/refund/${refunded}`]: ['GET'],
  '/bank': ['GET'],
  '/bank/resolve': ['GET'],
  '/balance': ['GET'],
  '/transferrecipient': ['POST'],
  '/transfer': ['GET', 'POST'],
  '/transfer/finalize_transfer': ['POST'],
  '/transfer/resend_otp': ['POST'],
  '/transfer/verify/ll-0123456789abcdef': ['GET'],
  '/dispute': ['GET'],
  [`/dispute/${dispute}`]: ['GET'],
  [`/dispute/${dispute}/upload_url`]: ['GET'],
  [`/dispute/${dispute}/evidence`]: ['POST'],
  [`/dispute/${dispute}/resolve`]: ['PUT'],
}
test.each(
  Object.entries(methods).flatMap(([path, allowed]) =>
    ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
      .filter((method) => !allowed.includes(method))
      .map((method) => [method, path] as const),
  ),
)('%s %s does not exist', async (method, path) => {
  const response = await simulator.fetch(`${SIMULATOR_ORIGIN}${path}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}` },
  })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ status: false, code: 'not_found' })
})

describe('lists', () => {
  test.each(['/transaction', '/transfer', '/refund', '/dispute'])(
    'GET %s has a page, its meta and a time range',
    async (path) => {
      const { data, meta } = await call('GET', path)
      const rows = (data as unknown[]).length
      expect(rows).toBeGreaterThan(0)
      expect(meta).toEqual({ total: rows, skipped: 0, perPage: 50, page: 1, pageCount: 1 })
      expect((await call('GET', `${path}?from=2026-11-23T00:00:00Z`)).data).toEqual([])
      expect((await call('GET', `${path}?to=2026-11-21T00:00:00Z`)).data).toEqual([])
      expect((await call('GET', `${path}?perPage=1&page=${rows + 1}`)).data).toEqual([])
      for (const wrong of ['perPage=x', 'per_page=101', 'page=0', 'from=yesterday', 'to=x']) {
        expect(await call('GET', `${path}?${wrong}`), wrong).toMatchObject({ status: false, code: 'invalid_params' })
      }
    },
  )

  test('GET /bank requires a documented country', async () => {
    expect((await call('GET', '/bank?country=nigeria&currency=NGN&perPage=2')).data).toHaveLength(2)
    expect(await call('GET', '/bank?country=france')).toMatchObject({ code: 'invalid_params' })
    expect(await call('GET', '/bank/resolve?account_number=0000014579')).toMatchObject({ code: 'missing_params' })
  })
})

describe('refunds', () => {
  test('lists a partial refund of the dashboard with its transaction and leaves the payment paid', async () => {
    const { reference, code, id } = await paid()
    const created = simulator.refund(code, 100_000)
    clock.now += 5000
    const { data } = await call('GET', '/refund')
    expect((data as { id: number }[]).find((each) => each.id === created?.id)).toMatchObject({
      transaction: id,
      transaction_reference: reference,
      amount: 100_000,
      currency: 'NGN',
      status: 'processed',
      dispute: null,
      domain: 'test',
    })
    expect((await call('GET', `/transaction/verify/${reference}`)).data).toMatchObject({ status: 'success' })
    expect(simulator.refund(code, 250_001)).toBeNull()
    expect(simulator.refund(code)?.amount).toBe(250_000)
    expect((await call('GET', `/transaction/verify/${reference}`)).data).toMatchObject({ status: 'reversed' })
    await expect
      .poll(() => events.filter(({ data: about }) => about.transaction_reference === reference).length)
      .toBeGreaterThan(1)
  })

  test('releases the amount of a failed refund', async () => {
    const { reference, code } = await paid()
    const created = simulator.refund(code)
    expect(await call('POST', '/refund', { transaction: reference })).toMatchObject({ code: 'transaction_reversed' })
    expect(simulator.endRefund(created?.id ?? 0, 'failed')).toBe(true)
    expect((await call('GET', `/refund/${created?.id}`)).data).toMatchObject({ status: 'failed' })
    expect(await call('POST', '/refund', { transaction: reference })).toMatchObject({ status: true })
  })

  test('POST /refund rejects another currency, more than is left, and an unknown transaction', async () => {
    const { reference } = await paid({ charged: 5000, currency: 'USD' })
    expect(await call('POST', '/refund', { transaction: reference, amount: 5000, currency: 'NGN' })).toMatchObject({
      code: 'invalid_params',
    })
    expect(await call('POST', '/refund', { transaction: reference, amount: 5001, currency: 'USD' })).toMatchObject({
      code: 'invalid_amount',
    })
    expect(await call('POST', '/refund', { transaction: reference, currency: 'USD' })).toMatchObject({ status: true })
    expect(await call('POST', '/refund', { transaction: 'LL-none' })).toMatchObject({ code: 'transaction_not_found' })
    expect(await call('GET', '/refund/x')).toMatchObject({ code: 'invalid_params' })
    expect(await call('GET', '/refund/1')).toMatchObject({ code: 'not_found' })
  })
})

test('rejects a duplicate reference', async () => {
  expect(await call('POST', '/transaction/initialize', { email: 'a@b.ng', amount: 1, reference: 'LL-1' })).toMatchObject({
    code: 'duplicate_reference',
  })
  expect(
    await call('POST', '/transfer', {
      source: 'balance',
      amount: 1,
      recipient: recipient_code,
      reference: 'll-0123456789abcdef',
    }),
  ).toMatchObject({ code: 'duplicate_transfer_reference' })
})

describe('faults', () => {
  const balance = () => simulator.fetch(`${SIMULATOR_ORIGIN}/balance`, { headers: { authorization: `Bearer ${secretKey}` } })
  const started = async (reference: string) => (await call('GET', `/transaction/verify/${reference}`)).status
  const start = (reference: string) => call('POST', '/transaction/initialize', { email: 'a@b.ng', amount: 1, reference })

  test('do not process a lost request but process an unanswered one', async () => {
    simulator.faults.add({ call: /initialize/, what: 'lost' })
    await expect(start('LL-lost')).rejects.toThrow('fetch failed')
    expect(await started('LL-lost')).toBe(false)
    simulator.faults.add({ call: /initialize/, what: 'unanswered' })
    await expect(start('LL-unanswered')).rejects.toThrow('fetch failed')
    expect(await started('LL-unanswered')).toBe(true)
  })

  test('truncate, replace, delay, inflate or reject the given number of responses', async () => {
    simulator.faults.add({ call: /^GET \/balance$/, what: 'cut' })
    await expect((await balance()).text()).rejects.toThrow('terminated')
    simulator.faults.add({ call: /balance/, what: 'garbage', times: 2 })
    expect([await (await balance()).text(), await (await balance()).text()].every((text) => text.startsWith('<html>'))).toBe(true)
    simulator.faults.add({ call: /balance/, what: 'slow', ms: 5 })
    expect((await balance()).status).toBe(200)
    simulator.faults.add({ call: /balance/, what: 'unavailable' })
    expect((await balance()).status).toBe(503)
    simulator.faults.add({ call: /balance/, what: 'huge' })
    const body = (await balance()).body?.getReader()
    let bytes = 0
    while (bytes < 2 * 1024 * 1024) {
      bytes += (await body?.read())?.value?.length ?? Infinity
    }
    expect(bytes).toBeLessThan(Infinity)
    await body?.cancel()
    expect((await (await balance()).json()) as object).toMatchObject({ status: true })
  })

  test('leave a hanging caller to its own timeout', async () => {
    simulator.faults.add({ call: /balance/, what: 'lost', hangs: true })
    const gone = simulator.fetch(`${SIMULATOR_ORIGIN}/balance`, { signal: AbortSignal.timeout(5) })
    await expect(gone).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
