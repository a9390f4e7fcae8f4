// Who asks whether somebody is here learns nothing: not by the answer, not by its time, not by a mail server that is away.
import { beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/processes.ts'
import { send } from '../support/ask.ts'
import { mailTo, newAddress, signUp, signUpFields } from '../support/mails.ts'
import { DEMO_PASSWORD, shared, type Site, startSite, STUDENT } from './sites.ts'

const HALF_A_SECOND = 500

let unconfirmed: string
beforeAll(async () => {
  unconfirmed = newAddress('unconfirmed')
  expect((await signUp(shared.url, signUpFields(unconfirmed))).status).toBe(303)
  await mailTo(shared.dataDirectory, unconfirmed)
})

type Form = { path: string; fields: (email: string) => Record<string, string> }

/** Everything that somebody sees of an answer, but for what is another each time and the address itself, and how long it took. */
async function answerTo({ path, fields }: Form, email: string, at: Pick<Site, 'url'> = shared) {
  const start = performance.now()
  const { status, headers, text, cookies } = await send(at.url + path, fields(email))
  const took = performance.now() - start
  const { date: _date, 'content-length': _length, 'content-security-policy': _policy, ...rest } = headers
  return { seen: { status, headers: rest, text: text.replaceAll(email, 'ADDRESS'), cookies }, took }
}

const forms: [string, Form, string[]][] = [
  [
    'a sign-in with a wrong password',
    { path: '/auth', fields: (email) => ({ intent: 'login', email, password: 'not the password' }) },
    ['nobody', 'unconfirmed', 'confirmed'],
  ],
  [
    'a sign-up',
    { path: '/auth?tab=sign-up', fields: (email) => ({ ...signUpFields(email), password: 'another long secret' }) },
    ['nobody', 'unconfirmed', 'confirmed'],
  ],
  [
    'a new password asked for',
    { path: '/auth/forgot-password', fields: (email) => ({ email }) },
    ['nobody', 'unconfirmed', 'confirmed'],
  ],
  [
    'a confirmation asked for again',
    { path: '/auth', fields: (email) => ({ intent: 'resend', email, password: '' }) },
    ['nobody', 'unconfirmed', 'confirmed'],
  ],
]
const addressOf = (who: string) => (who === 'confirmed' ? STUDENT : who === 'unconfirmed' ? unconfirmed : newAddress('nobody'))

describe.each(forms)('%s', (_what, form, whom) => {
  test('is answered alike for every address, and never sooner than after half a second', async () => {
    const answers = await Promise.all(whom.map((who) => answerTo(form, addressOf(who))))
    for (const { seen, took } of answers) {
      expect(seen).toEqual(answers[0]?.seen)
      expect(took).toBeGreaterThanOrEqual(HALF_A_SECOND)
    }
  })
})

test('a mail server that is away changes no answer', async () => {
  const away = await startSite({
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'Lamplight <hello@lamplight.example>',
  })
  for (const [what, form, whom] of forms) {
    const [nobody, known] = [newAddress('nobody'), whom.includes('confirmed') ? STUDENT : newAddress('known')]
    const answers = [await answerTo(form, nobody, away), await answerTo(form, known, away)]
    expect(answers[0]?.seen, what).toEqual(answers[1]?.seen)
    expect(answers[0]?.seen.status, what).toBeLessThan(500)
  }
  await away.end()
})

test('who knows the password is told at once what is the matter, or let in', async () => {
  const login = (email: string, password: string) => send(`${shared.url}/auth`, { intent: 'login', email, password })
  expect((await login(unconfirmed, 'a long enough secret')).text).toContain('Confirm this address first')
  expect((await login(STUDENT, DEMO_PASSWORD)).headers.location).toBe('/dashboard')
})
