import { expect, test } from 'vitest'
import { answerPaystackNotice, type PaymentEvent } from '#functions/_shared/paystack-notice.ts'
import { openPaystack, PaystackUnknownOutcomeError } from './client.ts'
import { ANSWER_MS } from '#dev/paystack-simulator/disputes.ts'
import { openPaystackSimulator, SIMULATOR_ORIGIN } from '#dev/paystack-simulator/simulator.ts'

const secretKey = `sk_test_${'0123456789'.repeat(4)}`
const siteUrl = 'http://localhost:3000'
const pdf = new TextEncoder().encode('%PDF-1.7')

/** Creates a payment that was paid and then disputed. */
async function disputed() {
  const result: { raw: Uint8Array<ArrayBuffer>; signature: string }[] = []
  const clock = { now: Date.parse('2026-11-22T10:00:00Z') }
  const tell = async (raw: Uint8Array<ArrayBuffer>, signature: string) => void result.push({ raw, signature })
  const simulator = openPaystackSimulator({ secretKey, siteUrl, file: null, tell, now: () => clock.now })
  const { disputes, ...paystack } = openPaystack({
    url: SIMULATOR_ORIGIN,
    secretKey,
    fetch: simulator.fetch,
    checkoutOrigin: siteUrl,
  })
  const address = await paystack.start({
    email: 'ada@example.com',
    amount: 350_000,
    reference: 'LL-1',
    callback: `${siteUrl}/orders/t`,
    cancel: siteUrl,
  })
  const code = address.slice(address.lastIndexOf('/') + 1)
  expect(simulator.dispute(code, 'dispute'), 'not paid yet').toBe(false)
  simulator.act(code, 'pay')
  expect(simulator.dispute(code, 'dispute')).toBe(true)
  expect(simulator.dispute(code, 'dispute'), 'one at a time').toBe(false)
  const payment = (await paystack.verify('LL-1'))?.id ?? ''
  const [found] = await disputes.ofPayment(payment)
  return { result, clock, simulator, paystack, disputes, code, payment, id: found?.id ?? '' }
}

test('finds a dispute with its deadline by its payment, its number and its day', async () => {
  const { disputes, payment, id } = await disputed()
  const it = {
    id,
    status: 'awaiting-merchant-feedback',
    resolution: null,
    domain: 'test',
    category: 'chargeback',
    refund_amount: 350_000,
    reference: 'LL-1',
    payment: 'success',
    due_at: '2026-11-23T10:00:00.000Z',
    updated_at: '2026-11-22T10:00:00.000Z',
    claim: 'Customer complained about debit without value',
  }
  expect(await disputes.find(id)).toEqual(it)
  expect(await disputes.ofPayment(payment)).toEqual([it])
  expect(await disputes.ofPayment('1')).toEqual([])
  expect(await disputes.since(new Date('2026-11-22'))).toEqual([it])
  expect(await disputes.since(new Date('2026-11-23'))).toEqual([])
})

test('passes a declined dispute with proof and evidence to the bank, which decides', async () => {
  const { disputes, simulator, code, id, result } = await disputed()
  const fileName = await disputes.sendProof(id, pdf)
  const evidence = await disputes.addEvidence(id, { email: 'a@b.ng', name: 'Ada', phone: '0803', service: 'A file' })
  await disputes.answer(id, { resolution: 'declined', message: 'Had it', amount: 350_000, fileName, evidence })
  expect(await disputes.find(id)).toMatchObject({ status: 'awaiting-bank-feedback', resolution: null })
  expect(simulator.dispute(code, 'for-us')).toBe(true)
  expect(await disputes.find(id)).toMatchObject({ status: 'resolved', resolution: 'declined', payment: 'success' })
  await expect.poll(() => result.length).toBe(3)
  const stored: PaymentEvent[] = []
  for (const { raw, signature } of result) {
    const request = new Request('http://x/', { method: 'POST', body: raw, headers: { 'x-paystack-signature': signature } })
    await answerPaystackNotice(request, { secret: secretKey, keep: async (event) => void stored.push(event) })
  }
  // Simultaneous events arrive in any order, as with Paystack.
  expect(stored.map(({ event, reference }) => `${event} ${reference}`).toSorted()).toEqual([
    'charge.dispute.create LL-1',
    'charge.dispute.resolve LL-1',
    'charge.success LL-1',
  ])
})

test('reverses the payment when the dispute is accepted or gets no response', async () => {
  const one = await disputed()
  const fileName = await one.disputes.sendProof(one.id, pdf)
  await one.disputes.answer(one.id, { resolution: 'merchant-accepted', message: 'Yes', amount: 350_000, fileName })
  expect(await one.paystack.verify('LL-1')).toMatchObject({ status: 'reversed' })
  const other = await disputed()
  other.clock.now += ANSWER_MS + 1
  expect(await other.disputes.find(other.id)).toMatchObject({ resolution: 'auto-accepted', payment: 'reversed' })
})

test("simulates Paystack's rejections", async () => {
  const { disputes, id } = await disputed()
  const fileName = await disputes.sendProof(id, pdf)
  const answer = { resolution: 'declined' as const, message: 'Had it', amount: 350_000, fileName }
  for (const wrong of [{ message: '' }, { amount: 350_001 }, { fileName: 'never-sent' }, { evidence: 5 }]) {
    await expect(disputes.answer(id, { ...answer, ...wrong }), JSON.stringify(wrong)).rejects.toMatchObject({ status: 400 })
  }
  await expect(disputes.addEvidence(id, { email: 'x', name: '', phone: '', service: '' })).rejects.toMatchObject({ status: 400 })
  await expect(disputes.find('7')).rejects.toMatchObject({ status: 404 })
  await disputes.answer(id, answer)
  await expect(disputes.answer(id, answer), 'once').rejects.toMatchObject({ code: 'invalid_dispute_state' })
})

test('sends the proof only over https and without a key', async () => {
  const calls: { url: string; key: string | null }[] = []
  const store = (signedUrl: string, status = 200) =>
    openPaystack({
      url: 'https://api.paystack.co',
      secretKey,
      fetch: async (input, init) => {
        const request = new Request(input, init)
        calls.push({ url: request.url, key: request.headers.get('authorization') })
        return request.method === 'PUT'
          ? new Response('', { status })
          : Response.json({ status: true, message: '', data: { signedUrl, fileName: 'f' } })
      },
    }).disputes.sendProof('1', pdf)
  expect(await store('https://files.example/f')).toBe('f')
  expect(calls.at(-1)).toEqual({ url: 'https://files.example/f', key: null })
  await expect(store('http://files.example/f')).rejects.toBeInstanceOf(PaystackUnknownOutcomeError)
  await expect(store('https://files.example/f', 403)).rejects.toBeInstanceOf(PaystackUnknownOutcomeError)
})
