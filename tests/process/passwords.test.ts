// Common passwords are rejected wherever a password is chosen, with a sentence at the field, and the rest of the input
// is preserved.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../support/processes.ts'
import { unescaped } from './html.ts'
import { ask, type TestResponse, cookieHeader, send } from '../support/http.ts'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { shared } from './sites.ts'

const COMMON = 'This password is one of the first that people try. Choose another; a short sentence works well.'
const OWN = 'This contains your name or address, which others know. Choose another; a short sentence works well.'
const PASSWORD = 'a long enough secret'

/** One fault of a password each; the user is Amaka Eze, at this address. */
const guessed = (email: string): [string, string][] => [
  ['password', COMMON],
  ['12345678', COMMON],
  ['QwertyUiop', COMMON],
  [email, OWN],
  [email.split('@')[0] ?? '', OWN],
  ['Amaka Eze', OWN],
  ['ezeamaka2026', OWN],
]

/** Returns the page's message at the field of this name. */
function errorAt(field: string, { text }: TestResponse): string {
  const input = text.match(new RegExp(`<input[^>]*name="${field}"[^>]*>`))?.[0] ?? ''
  expect(input).toContain('aria-invalid="true"')
  const ids = input.match(/aria-describedby="([^"]*)"/)?.[1]?.split(' ') ?? []
  return ids
    .map((id) => unescaped(text.match(new RegExp(`id="${id}"[^>]*>(.*?)</span>`))?.[1]?.replaceAll(/<[^>]+>/g, '') ?? ''))
    .join(' ')
}

test('sign-up, a change and a reset reject a common password and accept another', async () => {
  const email = newAddress('amaka.eze')
  for (const [password, reason] of guessed(email)) {
    const response = await signUp(shared.url, { ...signUpFields(email), password })
    expect([password, response.status]).toEqual([password, 400])
    expect(errorAt('password', response)).toContain(reason)
    expect(response.text).toContain('Sign Up Error')
    expect(response.text).toContain(`value="${email}"`)
  }
  expect((await signUp(shared.url, signUpFields(email))).status).toBe(303)
  const { mail } = await mailTo(shared.dataDirectory, email, 'Confirm your Lamplight account')
  const confirmed = await send(linkIn(mail), { password: PASSWORD })
  let cookie = cookieHeader(confirmed.cookies.filter((line) => line.startsWith('session=')))

  // The present name counts, not that at sign-up.
  const renamed = await send(`${shared.url}/dashboard`, { first_name: 'Nkechi', last_name: 'Eze' }, { headers: { cookie } })
  expect(renamed.status).toBe(303)
  for (const [password, cause] of [['password1', COMMON] as const, ['nkechi-eze-1', OWN] as const]) {
    const fields = { intent: 'password', present_password: PASSWORD, new_password: password }
    const changeResponse = await send(`${shared.url}/dashboard/security`, fields, { headers: { cookie } })
    expect(changeResponse.status).toBe(400)
    expect(errorAt('new_password', changeResponse)).toContain(cause)
  }
  expect((await ask(`${shared.url}/dashboard`, { headers: { cookie } })).status).toBe(200)

  expect((await send(`${shared.url}/auth/forgot-password`, { email })).status).toBe(303)
  const link = linkIn((await mailTo(shared.dataDirectory, email, 'Choose a new Lamplight password')).mail)
  cookie = ''
  for (const [password, why] of [['iloveyou', COMMON] as const, [email, OWN] as const, ['NKECHI 2026', OWN] as const]) {
    const resetResponse = await send(link, { password }, { headers: cookie ? { cookie } : {} })
    expect(resetResponse.status).toBe(400)
    expect(errorAt('password', resetResponse)).toContain(why)
    cookie = cookieHeader(resetResponse.cookies)
  }
  const done = await send(link, { password: 'a lamp of her own' }, { headers: { cookie } })
  expect([done.status, done.headers.location]).toEqual([303, '/dashboard'])
})

describe('an address that someone else has signed up with', () => {
  const FOREIGN = 'a password of somebody else'
  const names = { first_name: 'Ngozi', last_name: 'Umeh', institution_of_study: 'School of Midwifery, Aba' }

  /** Signs up with the address as someone else, then as its owner. Returns the confirmation link, which only she reads. */
  async function signedUpTwice() {
    const email = newAddress('owner')
    const foreign = { ...signUpFields(email), first_name: 'Mallory', last_name: 'Intruder', password: FOREIGN }
    expect((await signUp(shared.url, foreign)).status).toBe(303)
    expect((await signUp(shared.url, { ...signUpFields(email), ...names })).status).toBe(303)
    return { email, link: linkIn((await mailTo(shared.dataDirectory, email, 'Confirm your Lamplight account')).mail) }
  }
  const signsIn = async (email: string, password: string) =>
    (await send(`${shared.url}/auth`, { intent: 'login', email, password })).status === 303

  test('opens by the confirmation with the password and the names of its owner alone', async () => {
    const { email, link } = await signedUpTwice()
    const asked = await send(link, { password: PASSWORD })
    expect([asked.status, asked.cookies.filter((line) => line.startsWith('session='))]).toEqual([200, []])
    expect(asked.text).toContain('Make the account yours')
    expect(asked.text).not.toContain('Mallory')
    expect(await signsIn(email, FOREIGN)).toBe(false)

    const cookie = cookieHeader(asked.cookies)
    const incomplete = await send(link, { intent: 'claim', ...names, last_name: '', password: PASSWORD }, { headers: { cookie } })
    expect(incomplete.status).toBe(400)
    expect(errorAt('last_name', incomplete)).toContain('Type your last name')
    expect(incomplete.text).toContain(names.institution_of_study)
    const done = await send(link, { intent: 'claim', ...names, password: PASSWORD }, { headers: { cookie } })
    expect([done.status, done.headers.location]).toEqual([303, '/dashboard'])
    expect([await signsIn(email, FOREIGN), await signsIn(email, PASSWORD)]).toEqual([false, true])
    const dashboard = await ask(`${shared.url}/dashboard`, { headers: { cookie: cookieHeader(done.cookies) } })
    expect(dashboard.text).toContain('Ngozi')
    expect(dashboard.text).toContain(names.institution_of_study)
    expect(dashboard.text).not.toContain('Mallory')
  })

  test('keeps no foreign password when its owner leaves after the first form', async () => {
    const { email, link } = await signedUpTwice()
    expect((await send(link, { password: 'a mistyped secret' })).status).toBe(200)
    expect(await signsIn(email, FOREIGN)).toBe(false)
    expect((await send(link, { password: FOREIGN })).text).toContain('This link cannot be used')
  })

  test('opens by a reset link with neither the foreign password nor its names', async () => {
    const { email } = await signedUpTwice()
    expect((await send(`${shared.url}/auth/forgot-password`, { email })).status).toBe(303)
    const link = linkIn((await mailTo(shared.dataDirectory, email, 'Choose a new Lamplight password')).mail)
    const asked = await send(link, { password: PASSWORD })
    expect([asked.status, asked.text.includes('Make the account yours')]).toEqual([200, true])
    expect(await signsIn(email, FOREIGN)).toBe(false)
    const cookie = cookieHeader(asked.cookies)
    const done = await send(link, { intent: 'claim', ...names, password: PASSWORD }, { headers: { cookie } })
    const dashboard = await ask(`${shared.url}/dashboard`, { headers: { cookie: cookieHeader(done.cookies) } })
    expect([done.status, dashboard.text.includes('Ngozi'), dashboard.text.includes('Mallory')]).toEqual([303, true, false])
  })

  test('asks for no names when the password is that of the sign-up', async () => {
    const email = newAddress('alone')
    expect((await signUp(shared.url, { ...signUpFields(email), ...names })).status).toBe(303)
    const link = linkIn((await mailTo(shared.dataDirectory, email)).mail)
    const short = await send(link, { password: 'short' })
    expect([short.status, errorAt('password', short)]).toEqual([400, expect.stringContaining('at least 8 characters')])
    const confirmed = await send(link, { password: PASSWORD })
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, '/'])
    const dashboard = await ask(`${shared.url}/dashboard`, { headers: { cookie: cookieHeader(confirmed.cookies) } })
    expect(dashboard.text).toContain('Ngozi')
  })
})

test('stored bank details change only with the password, which counts for ten minutes', async () => {
  const email = newAddress('banked')
  expect((await signUp(shared.url, signUpFields(email))).status).toBe(303)
  const link = linkIn((await mailTo(shared.dataDirectory, email)).mail)
  const session = cookieHeader((await send(link, { password: PASSWORD })).cookies)
  // Without a bank, so that it is saved without a verification of the account.
  const names = { first_name: 'Amaka', last_name: 'Eze', bank_name: '', account_name: 'Amaka Eze' }
  const save = (fields: Record<string, string>, cookie = session) =>
    send(`${shared.url}/dashboard`, { ...names, ...fields }, { headers: { cookie } })
  const isStored = async (number: string) =>
    (await ask(`${shared.url}/dashboard?bank`, { headers: { cookie: session } })).text.includes(`value="${number}"`)

  expect((await save({ account_number: '0000000001' })).status).toBe(303)
  expect((await save({ account_number: '0000000001', course_of_study: 'Nursing' })).status).toBe(303)
  for (const bank_password of ['', 'a wrong secret']) {
    const refused = await save({ account_number: '0000000002', bank_password })
    expect(refused.status).toBe(400)
    expect(errorAt('bank_password', refused)).toContain('password')
    expect(refused.text).toContain('value="0000000002"')
    expect(refused.text).not.toContain('a wrong secret')
    expect(await isStored('0000000001')).toBe(true)
  }
  const changed = await save({ account_number: '0000000002', bank_password: PASSWORD })
  expect([changed.status, await isStored('0000000002')]).toEqual([303, true])
  const confirmed = cookieHeader(changed.cookies.filter((line) => line.startsWith('confirmed=')))
  expect((await save({ account_number: '0000000003' }, `${session}; ${confirmed}`)).status).toBe(303)
  expect(await isStored('0000000003')).toBe(true)
  expect((await save({ account_number: '0000000004' })).status).toBe(400)
})

test('the list of common passwords is in no file for browsers', () => {
  const build = path.join(root, 'build/client')
  const files = fs.readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css)$/.test(name))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((name) => fs.readFileSync(path.join(build, name), 'utf8').includes('trustno1'))).toEqual([])
})
