import { expect, test, vi } from 'vitest'
import { openPaystack } from '../paystack/client.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { watchOutage } from './paystack-outage.ts'

const answer = (data: unknown, status = 200) => Response.json({ status: status < 400, message: 'here', data }, { status })

test('watchOutage notices the end of an outage, which begins with a call without a response or a status of 500', async () => {
  const responses = [
    () => Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })),
    async () => answer(null, 503),
    async () => answer([]),
  ]
  const fetch = vi.fn<() => Promise<Response>>(() => responses.shift()?.() ?? Promise.reject(new Error('No call was expected')))
  const paystack = openPaystack({ url: 'http://paystack.invalid', secretKey: `sk_test_${'0'.repeat(40)}`, fetch })
  const jobs = new Jobs()
  const rounds = watchOutage({ paystack }, jobs.add('Paystack'))
  await rounds.idle()
  expect(fetch).not.toHaveBeenCalled()

  await expect(paystack.verify('LL-1')).rejects.toThrow('Paystack did not respond')
  expect(paystack.outage.current).toMatchObject({ cause: 'no response (ECONNREFUSED)' })
  rounds.nudge()
  await rounds.idle()
  expect(paystack.outage.current).toMatchObject({ cause: 'no response (ECONNREFUSED)' })
  rounds.nudge()
  await rounds.stop()
  expect(paystack.outage.current).toBeNull()
  expect(jobs.failing()).toEqual([])
})

test('a call that Paystack rejects ends an outage', async () => {
  const paystack = openPaystack({
    url: 'http://paystack.invalid',
    secretKey: `sk_test_${'0'.repeat(40)}`,
    fetch: async () => answer(null, 401),
  })
  paystack.outage.begin('status 503')
  await expect(paystack.banks()).rejects.toThrow('401')
  expect(paystack.outage.current).toBeNull()
})
