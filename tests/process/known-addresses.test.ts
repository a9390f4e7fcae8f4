// Requests cannot reveal whether an address has an account: neither by the response, nor its time, nor an unavailable
// mail server (smtp.test.ts).
import { beforeAll, describe, expect, test } from 'vitest'
import { send } from '../support/http.ts'
import { mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { responseTo, forms } from './compare-responses.ts'
import { DEMO_PASSWORD, shared, STUDENT } from './sites.ts'

const HALF_A_SECOND = 500

let unconfirmed: string
beforeAll(async () => {
  unconfirmed = newAddress('unconfirmed')
  expect((await signUp(shared.url, signUpFields(unconfirmed))).status).toBe(303)
  await mailTo(shared.dataDirectory, unconfirmed)
})

const getAddress = (who: string) => (who === 'confirmed' ? STUDENT : who === 'unconfirmed' ? unconfirmed : newAddress('nobody'))

describe.each(forms)('%s', (_what, form, whom) => {
  test('responds alike for every address, and never before half a second', async () => {
    const responses = await Promise.all(whom.map((who) => responseTo(form, getAddress(who))))
    for (const { seen, took } of responses) {
      expect(seen).toEqual(responses[0]?.seen)
      expect(took).toBeGreaterThanOrEqual(HALF_A_SECOND)
    }
  })
})

test('responds at once with the reason or a session to a user with the right password', async () => {
  const login = (email: string, password: string) => send(`${shared.url}/auth`, { intent: 'login', email, password })
  expect((await login(unconfirmed, 'a long enough secret')).text).toContain('Confirm this address first')
  expect((await login(STUDENT, DEMO_PASSWORD)).headers.location).toBe('/dashboard')
})
