import { expect, test } from 'vitest'
import { openPaystack } from './client.ts'
import { openPaystackSimulator, SIMULATOR_ORIGIN } from '#dev/paystack-simulator/simulator.ts'

const secretKey = 'sk_test_0123456789abcdef0123456789abcdef01234567'
const reference = 'll-0123456789abcdef'

function both() {
  const result: string[] = []
  const clock = { now: Date.parse('2026-11-22T10:00:00Z') }
  const simulator = openPaystackSimulator({
    secretKey,
    siteUrl: 'http://localhost',
    file: null,
    tell: async (raw) => void result.push(new TextDecoder().decode(raw)),
    now: () => clock.now,
  })
  const paystack = openPaystack({ url: SIMULATOR_ORIGIN, secretKey, fetch: simulator.fetch })
  const account = { name: 'ADA OBI', bankCode: '058', accountNumber: '0000014579' }
  return { result, clock, simulator, paystack, account }
}

test('simulates a transfer with a code from sending to its reversal with the right balance', async () => {
  const { result, clock, simulator, paystack, account } = both()
  simulator.set({ balance: 1_000_000, asksForCode: true, transfersFail: false })
  const recipient = await paystack.recipient(account)
  expect(await paystack.recipient(account), 'the same account').toBe(recipient)
  expect(await paystack.verifyTransfer(reference)).toBeNull()
  const created = await paystack.transfer({ amount: 500_000, recipient, reference, reason: 'Share' })
  expect(created).toMatchObject({ status: 'otp', reference, amount: 500_000, currency: 'NGN', domain: 'test' })
  await expect(paystack.finishTransfer(created.transfer_code ?? '', '000000')).rejects.toMatchObject({ code: 'invalid_otp' })
  await paystack.resendCode(created.transfer_code ?? '')
  await paystack.finishTransfer(created.transfer_code ?? '', '123456')
  expect(await paystack.verifyTransfer(reference)).toMatchObject({ status: 'pending' })
  clock.now += 2000
  expect(await paystack.verifyTransfer(reference)).toMatchObject({ status: 'success', fee_charged: 1000 })
  expect(await paystack.balance()).toBe(499_000)
  expect(simulator.transfers.act(reference, 'reverse')).toBe(true)
  expect(simulator.transfers.act(reference, 'reverse')).toBe(false)
  expect(await paystack.verifyTransfer(reference)).toMatchObject({ status: 'reversed' })
  expect(await paystack.balance()).toBe(1_000_000)
  await expect
    .poll(() => result.map((raw) => (JSON.parse(raw) as { event: string }).event))
    .toEqual(['transfer.success', 'transfer.reversed'])
})

test('simulates rejections of repeated references, too large amounts, unknown recipients and fields', async () => {
  const { simulator, paystack, account } = both()
  simulator.set({ balance: 600_000, asksForCode: false, transfersFail: false })
  const recipient = await paystack.recipient(account)
  const wanted = { amount: 300_000, recipient, reference, reason: 'Share' }
  await paystack.transfer(wanted)
  await expect(paystack.transfer(wanted)).rejects.toMatchObject({ code: 'duplicate_transfer_reference' })
  const another = { ...wanted, reference: 'll-another-reference' }
  await expect(paystack.transfer(another)).rejects.toMatchObject({ code: 'insufficient_balance', reason: /not enough/ })
  await expect(paystack.transfer({ ...another, amount: 100, recipient: 'RCP_none' })).rejects.toMatchObject({
    code: 'invalid_transfer_recipient',
  })
  await expect(paystack.transfer({ ...another, reference: 'SHORT' })).rejects.toMatchObject({ code: 'invalid_params' })
  await expect(paystack.recipient({ ...account, bankCode: '777' })).rejects.toMatchObject({ code: 'invalid_bank_code' })
  await expect(paystack.finishTransfer('TRF_none', '123456')).rejects.toMatchObject({ code: 'invalid_transfer_code' })
  expect(simulator.transfers.all()).toHaveLength(1)
})

test('rejects a response about another reference', async () => {
  const response = { status: 'success', reference: 'll-somebody-elses', domain: 'live', amount: 100, currency: 'NGN' }
  const paystack = openPaystack({
    url: 'http://x',
    secretKey,
    fetch: async () => Response.json({ status: true, message: '', data: response }),
  })
  await expect(paystack.verifyTransfer(reference)).rejects.toMatchObject({ name: 'PaystackUnsure' })
})
