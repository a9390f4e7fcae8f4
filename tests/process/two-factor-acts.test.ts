// The forms of the two-factor page, which have addresses of their own, without a script.
import { beforeAll, expect, test } from 'vitest'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { getWords, unescaped } from './html.ts'
import { shared } from './sites.ts'

const PATH = '/dashboard/security/two-factor'
const page = `${shared.url}${PATH}`
const email = newAddress('factors')
const { password } = signUpFields(email)
let headers: { cookie: string }

beforeAll(async () => {
  await signUp(shared.url, signUpFields(email))
  const { mail } = await mailTo(shared.dataDirectory, email, 'Confirm your Lamplight account')
  const { cookies } = await send(linkIn(mail), { password })
  headers = { cookie: cookieHeader(cookies.filter((line) => line.startsWith('session='))) }
})

test('every act but the password leads a session without a recent password to it', async () => {
  const { status, text } = await send(`${page}/start-app`, {}, { headers })
  expect([status, getWords(text).includes('Type your password again')]).toEqual([400, true])
  const wrong = await send(`${page}/confirm`, { password: 'not this one' }, { headers })
  expect([wrong.status, getWords(wrong.text).includes('This is not your password')]).toEqual([400, true])
})

test('a rejected form shows its step with the typed name', async () => {
  const confirmed = await send(`${page}/confirm`, { password }, { headers })
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, PATH])
  const started = await send(`${page}/start-app`, {}, { headers })
  expect([started.status, started.headers.location]).toEqual([303, `${PATH}?add=app`])
  const { status, text } = await send(`${page}/add-app`, { name: 'My "blue" phone', code: '000000' }, { headers })
  expect(status).toBe(400)
  expect(text).toContain('QR code of the key')
  expect(unescaped(text)).toContain('value="My "blue" phone"')
  expect(getWords(text)).toContain('This code is not right')
})

test('an act on a factor that is gone says so', async () => {
  for (const act of ['rename', 'remove']) {
    const { status, text } = await send(`${page}/${act}`, { factor: 'f'.repeat(36), name: 'Phone' }, { headers })
    expect([status, getWords(text).includes('It was removed already')]).toEqual([409, true])
  }
  expect((await send(`${page}/new-codes`, {}, { headers })).status).toBe(409)
})

test('an act that is opened leads to its page, and a form of an outdated page gets 405 with a link', async () => {
  const opened = await ask(`${page}/add-app`, { headers })
  expect([opened.status, opened.headers.location]).toEqual([303, PATH])
  const outdated = await send(page, { intent: 'rename' }, { headers })
  expect(outdated.status).toBe(405)
  expect(outdated.text).toContain(`href="${PATH}"`)
})

test('an act leads a guest to sign in', async () => {
  const { status, headers: answer } = await send(`${page}/new-codes`, {})
  expect([status, answer.location]).toEqual([303, expect.stringContaining('/auth')])
})
