// Tests the reconciliation over an embedded backend, with the simulator in Paystack's place.
import { expect, test, vi } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { openBankList } from '../paystack/bank-accounts.ts'
import { openPaystack } from '../paystack/client.ts'
import { openPaystackSimulator, SIMULATOR_ORIGIN } from '#dev/paystack-simulator/simulator.ts'
import { serviceClient } from '../service-client.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { reconcileWithPaystack } from '../paystack/comparison.ts'
import { checkPaystack } from './paystack-reconciliation.ts'

const secretKey = 'sk_test_0123456789abcdef0123456789abcdef01234567'
const { backend } = await startTestBackend()

test('reconciles payments and transfers page by page, and retries a failed night', async () => {
  const client = serviceClient(embeddedSiteBackend(backend, 'http://localhost'))
  if (!client) {
    throw new Error('There is no secret key')
  }
  // The clock is two hours back, because the last hour is left to the next night.
  const clock = { now: Date.now() - 2 * 3_600_000 }
  const simulator = openPaystackSimulator({
    secretKey,
    siteUrl: 'http://x',
    file: null,
    tell: async () => {},
    now: () => clock.now,
  })
  simulator.set({ balance: 10_000_000, asksForCode: false, transfersFail: false })
  let away = true
  const paystack = openPaystack({
    url: SIMULATOR_ORIGIN,
    secretKey,
    checkoutOrigin: 'http://x',
    fetch: async (input, init) => (away ? new Response('', { status: 502 }) : simulator.fetch(input, init)),
  })
  const shop = { client, paystack, secretKey, banks: openBankList(paystack), simulator }
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const jobs = new Jobs()
  await expect(reconcileWithPaystack(shop, true)).rejects.toThrow(/responded 502/)
  expect(await backend.database.query(`select from private.paystack_reconciliations where done_at is not null`)).toEqual([])
  away = false
  await backend.database.query(`update private.paystack_reconciliations set claimed_at = now() - interval '2 hours'`)

  for (let number = 0; number < 230; number += 1) {
    const reference = `OTHER-${number}`
    const address = await paystack.start({
      email: 'a@b.ng',
      amount: 100_000,
      reference,
      callback: 'http://x/',
      cancel: 'http://x/',
    })
    if (number % 2 === 0) {
      simulator.act(address.slice(address.lastIndexOf('/') + 1), 'pay')
    }
  }
  const recipient = await paystack.recipient({ name: 'ADA', bankCode: '058', accountNumber: '0000014579' })
  await paystack.transfer({ amount: 500_000, recipient, reference: 'by-somebody-else-1', reason: '' })
  clock.now += 5000
  const rounds = checkPaystack(shop, jobs.add('comparison'))
  await rounds.idle()
  await rounds.stop()
  expect(await reconcileWithPaystack(shop, true), 'the half that was paid, and the transfer').toBe(116)
  expect(await reconcileWithPaystack(shop, false), 'it is done').toBeNull()
  const [check] = await backend.database.query(
    `select payments, transfers, done_at is not null as done from private.paystack_reconciliations`,
  )
  expect(check).toEqual({ payments: 230, transfers: 1, done: true })
  expect(jobs.failing()).toEqual([])
  log.mockRestore()
})
