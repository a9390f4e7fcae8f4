import { expect, test, vi } from 'vitest'
import { answerPaystackNotice, type PaymentEvent, getSignature } from '#functions/_shared/paystack-notice.ts'
import { openPaystack, PaystackRejectedError, PaystackUnknownOutcomeError } from './client.ts'
import { openPaystackSimulator, SIMULATOR_ORIGIN } from '#dev/paystack-simulator/simulator.ts'

const secretKey = 'sk_test_0123456789abcdef0123456789abcdef01234567'
const siteUrl = 'http://localhost:3000'
const payment = (reference: string) => ({
  email: 'ada@example.com',
  amount: 350_000,
  reference,
  callback: `${siteUrl}/orders/t`,
  cancel: `${siteUrl}/orders/t?left`,
})

function both() {
  const result: { raw: Uint8Array<ArrayBuffer>; signature: string }[] = []
  const clock = { now: Date.parse('2026-11-22T10:00:00Z') }
  const simulator = openPaystackSimulator({
    secretKey,
    siteUrl,
    file: null,
    tell: async (raw, signature) => void result.push({ raw, signature }),
    now: () => clock.now,
  })
  const paystack = openPaystack({ url: SIMULATOR_ORIGIN, secretKey, fetch: simulator.fetch, checkoutOrigin: siteUrl })
  return { result, clock, simulator, paystack }
}
const all = { reference: 'LL-1', amount: 350_000, currency: 'NGN', note: 'Order LL-1' }
const codeIn = (address: string) => address.slice(address.lastIndexOf('/') + 1)

test('starts, pays and verifies a payment, whose signed event is accepted', async () => {
  const { result, simulator, paystack } = both()
  const address = await paystack.start(payment('LL-1'))
  expect(address).toMatch(/^http:\/\/localhost:3000\/dev\/paystack\/[0-9a-f]{20}$/)
  expect(await paystack.verify('LL-1')).toMatchObject({ status: 'abandoned', amount: 350_000, fees: null })
  expect(simulator.act(codeIn(address), 'leave')).toBe(`${siteUrl}/orders/t?left`)
  expect(simulator.act(codeIn(address), 'fail')).toContain('reference=LL-1')
  expect(await paystack.verify('LL-1')).toMatchObject({ status: 'failed' })
  expect(simulator.act(codeIn(address), 'pay')).toBe(`${siteUrl}/orders/t?trxref=LL-1&reference=LL-1`)
  expect(await paystack.verify('LL-1')).toEqual({
    id: '1001',
    status: 'success',
    reference: 'LL-1',
    domain: 'test',
    amount: 350_000,
    currency: 'NGN',
    fees: 15_250,
    paid_at: '2026-11-22T10:00:00.000Z',
  })
  expect(simulator.act(codeIn(address), 'fail'), 'what is paid stays paid').toBeNull()

  await expect.poll(() => result.length).toBe(1)
  const stored: PaymentEvent[] = []
  const response = await answerPaystackNotice(
    new Request('http://x/hooks/paystack', {
      method: 'POST',
      body: result[0]?.raw ?? null,
      headers: { 'x-paystack-signature': result[0]?.signature ?? '' },
    }),
    { secret: secretKey, keep: async (event) => void stored.push(event) },
  )
  expect([response.status, stored]).toEqual([200, [{ event: 'charge.success', reference: 'LL-1' }]])
})

test("throws a named error for each of Paystack's rejections", async () => {
  const { simulator, paystack } = both()
  await paystack.start(payment('LL-1'))
  await expect(paystack.start(payment('LL-1'))).rejects.toMatchObject({ name: 'PaystackRefused', code: 'duplicate_reference' })
  await expect(paystack.start({ ...payment('LL-2'), amount: 1.5 })).rejects.toMatchObject({ code: 'invalid_params' })
  await expect(paystack.start(payment('LL 3'))).rejects.toMatchObject({ code: 'invalid_params' })
  await expect(paystack.start({ ...payment('LL-4'), email: 'nobody' })).rejects.toBeInstanceOf(PaystackRejectedError)
  await expect(paystack.refund(all)).rejects.toMatchObject({ code: 'transaction_reversed' })
  expect(await paystack.verify('LL-none')).toBeNull()
  const another = openPaystack({ url: SIMULATOR_ORIGIN, secretKey: `${secretKey}x`, fetch: simulator.fetch })
  await expect(another.verify('LL-1')).rejects.toMatchObject({ name: 'PaystackRefused', status: 401 })
  expect(simulator.unknownFields).toEqual([])
})

test('requests a refund once, which becomes processed', async () => {
  const { clock, simulator, paystack } = both()
  simulator.act(codeIn(await paystack.start(payment('LL-1'))), 'pay')
  await expect(paystack.refund({ ...all, amount: 350_001 })).rejects.toMatchObject({ code: 'invalid_amount' })
  const { id, status } = await paystack.refund(all)
  expect(status).toBe('pending')
  await expect(paystack.refund(all)).rejects.toBeInstanceOf(PaystackRejectedError)
  clock.now += 2000
  const refund = {
    id,
    status: 'processed',
    amount: 350_000,
    currency: 'NGN',
    domain: 'test',
    payment: '1001',
    reference: 'LL-1',
    dispute: null,
    at: '2026-11-22T10:00:00.000Z',
  }
  expect(await paystack.findRefund(id)).toEqual(refund)
  const paid = { id: null, reference: 'LL-1', paidAt: new Date('2026-11-22T10:00:00Z') }
  expect(await paystack.listPaymentRefunds(paid)).toEqual([refund])
  expect(await paystack.listPaymentRefunds({ ...paid, id: '1', reference: 'LL-2' })).toEqual([])
  expect(await paystack.verify('LL-1')).toMatchObject({ status: 'reversed' })
})

const good = {
  id: 1,
  status: 'success',
  reference: 'R',
  domain: 'live',
  amount: '100',
  currency: 'NGN',
  fees: null,
  paid_at: null,
}
test.each<[string, () => Response | Promise<Response>, string | RegExp]>([
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), /did not respond/],
  ['a failing server', () => new Response('', { status: 502 }), /responded 502/],
  ['too many calls', () => new Response('{}', { status: 429 }), /responded 429/],
  ['a page', () => new Response('<html>', { status: 200 }), /not JSON/],
  ['another envelope', () => Response.json({ ok: 1 }), /unknown format/],
  ['no amount', () => Response.json({ status: true, message: '', data: { ...good, amount: null } }), /at amount/],
  ['a negative amount', () => Response.json({ status: true, message: '', data: { ...good, amount: -1 } }), /at amount/],
  ['half a kobo', () => Response.json({ status: true, message: '', data: { ...good, amount: 0.5 } }), /at amount/],
  [
    'another reference',
    () => Response.json({ status: true, message: '', data: { ...good, reference: 'S' } }),
    /another reference/,
  ],
])('throws an unknown outcome for %s', async (_what, response, reason) => {
  const paystack = openPaystack({ url: 'http://x', secretKey, fetch: async () => response() })
  const failure = await paystack.verify('R').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PaystackUnknownOutcomeError)
  expect((failure as Error).message).toMatch(reason)
  expect((failure as Error).message).not.toContain(secretKey)
})

test("accepts amounts as text, and rejects a payment page that is not Paystack's", async () => {
  const paystackReturning = (data: unknown) =>
    openPaystack({ url: 'http://x', secretKey, fetch: async () => Response.json({ status: true, message: '', data }) })
  expect(await paystackReturning(good).verify('R')).toMatchObject({ amount: 100, fees: null })
  const address = (authorization_url: string) => paystackReturning({ authorization_url, reference: 'R' }).start(payment('R'))
  expect(await address('https://checkout.paystack.com/abc')).toBe('https://checkout.paystack.com/abc')
  for (const wrong of [
    'https://checkout.paystack.com.evil.ng/a',
    'http://checkout.paystack.com/a',
    'javascript:alert(1)',
    '/a',
  ]) {
    await expect(address(wrong), wrong).rejects.toBeInstanceOf(PaystackUnknownOutcomeError)
  }
})

test('reads at most 1 MB of a response and 8 MB of a list page', async () => {
  let cancelled = 0
  const paystackReturning = (bytes: number) =>
    openPaystack({
      url: 'http://x',
      secretKey,
      fetch: async () => {
        let sent = 0
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(new Uint8Array(64 * 1024).fill(0x20))
            sent += 64 * 1024
            if (sent >= bytes) {
              controller.enqueue(new TextEncoder().encode(JSON.stringify({ status: true, message: '', data: [] })))
              controller.close()
            }
          },
          cancel: () => void (cancelled += 1),
        })
        return new Response(body)
      },
    })
  const MEGABYTE = 1024 * 1024
  await expect(paystackReturning(200 * MEGABYTE).verify('R')).rejects.toThrow(/too large/)
  await expect(paystackReturning(2 * MEGABYTE).balance()).rejects.toThrow(/too large/)
  await expect(paystackReturning(200 * MEGABYTE).disputes.since(new Date())).rejects.toThrow(/too large/)
  expect(cancelled).toBe(3)
  expect(await paystackReturning(2 * MEGABYTE).disputes.since(new Date())).toEqual([])
})

test.each(['+275760-09-13T00:00:00Z', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z'])('ignores the time %s', async (paid_at) => {
  const paystackReturning = openPaystack({
    url: 'http://x',
    secretKey,
    fetch: async () => Response.json({ status: true, message: '', data: { ...good, paid_at } }),
  })
  expect(await paystackReturning.verify('R')).toMatchObject({ paid_at: null })
})

test('waits at most five seconds for a page and fifteen for a job', async () => {
  const waits: number[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waits.push(ms)
    return new AbortController().signal
  })
  const paystack = openPaystack({ url: 'http://x', secretKey, fetch: async () => new Response('', { status: 503 }) })
  const calls: (() => Promise<unknown>)[] = [
    () => paystack.verify('R', 'for a page'),
    () => paystack.start(payment('R')),
    () => paystack.balance(),
    () => paystack.banks(),
    () => paystack.getHolder({ bankCode: '058', accountNumber: '0000014579' }),
    () => paystack.verify('R'),
    () => paystack.refund(all),
  ]
  for (const call of calls) {
    await expect(call()).rejects.toBeInstanceOf(PaystackUnknownOutcomeError)
  }
  timeout.mockRestore()
  expect(waits).toEqual([5000, 5000, 5000, 5000, 5000, 15_000, 15_000])
})

test('gives up a call that hangs', async () => {
  const hangs: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)))
  const paystack = openPaystack({ url: 'http://x', secretKey, fetch: hangs, patienceMs: 20 })
  await expect(paystack.verify('R')).rejects.toBeInstanceOf(PaystackUnknownOutcomeError)
})

test.each([
  ['no signature', ''],
  ['another signature', 'f'.repeat(128)],
  ['the signature of other bytes', null],
])('an event with %s is rejected', async (_what, input) => {
  const raw = new TextEncoder().encode(JSON.stringify({ event: 'charge.success', data: { reference: 'R' } }))
  const signature = input ?? getSignature(new TextEncoder().encode(`${new TextDecoder().decode(raw)} `), secretKey)
  const stored: PaymentEvent[] = []
  const response = await answerPaystackNotice(
    new Request('http://x/', { method: 'POST', body: raw, headers: { 'x-paystack-signature': signature } }),
    { secret: secretKey, keep: async (event) => void stored.push(event) },
  )
  expect([response.status, stored]).toEqual([401, []])
})

test.each([
  ['refund.processed', { transaction_reference: 'R', refund_reference: null, amount: '100' }, 'R'],
  ['charge.success', { reference: 'R', metadata: 0 }, 'R'],
  ['charge.success', { reference: { $ne: 1 } }, null],
  ['subscription.create', { reference: 'R' }, null],
  ['refund.processed', { reference: 'R' }, null],
])('the event %s with %j has the reference %s', async (event, data, reference) => {
  const raw = new TextEncoder().encode(JSON.stringify({ event, data }))
  const stored: PaymentEvent[] = []
  const response = await answerPaystackNotice(
    new Request('http://x/', {
      method: 'POST',
      body: raw,
      headers: { 'x-paystack-signature': getSignature(raw, secretKey) },
    }),
    { secret: secretKey, keep: async (each) => void stored.push(each) },
  )
  expect([response.status, stored[0]?.reference ?? null]).toEqual([200, reference])
})
