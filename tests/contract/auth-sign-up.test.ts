import { describe, expect, test } from 'vitest'
import { mailsTo } from './mail.ts'
import { aStudent, aVisitor, backend, GOOD_PASSWORD, newAddress, signIn, theService } from './people.ts'
import { sendJson } from './raw.ts'

test('sign-up stores its data in the profile', async () => {
  const ada = await aStudent('Ada')
  const { data } = await ada.client.from('profiles').select().single()
  expect(data).toMatchObject({
    user_id: ada.userId,
    first_name: 'Ada',
    last_name: 'Okafor',
    Institition: 'College of Nursing Sciences, Enugu',
    year_of_study: 3,
    user_type: 'Student',
    total_earnings: 0,
  })
})

test('sign-up ignores a role in its data', async () => {
  const client = aVisitor()
  const email = newAddress('mallory')
  const claims = { first_name: 'Mallory', user_type: 'Admin', role: 'service_role', total_earnings: 1000 }
  const { error } = await client.auth.signUp({ email, password: GOOD_PASSWORD, options: { data: claims } })
  expect(error).toBeNull()
  const { data } = await theService().from('profiles').select('user_type, total_earnings, first_name').eq('first_name', 'Mallory')
  expect(data?.length).toBeGreaterThan(0)
  expect(data?.every((profile) => profile.user_type === 'Student' && profile.total_earnings === 0)).toBe(true)
})

test.each([
  ['a number', 5],
  ['a list', [1, 2]],
  ['text', 'x'],
  ['fields of the wrong kind', { first_name: { a: 1 }, last_name: [1], current_year_of_study: 9, institution_of_study: null }],
  ['overlong names', { first_name: 'a'.repeat(5000), last_name: '😀'.repeat(2000) }],
])('sign-up succeeds when its data is %s', async (_what, data) => {
  const response = await sendJson('/auth/v1/signup', { email: newAddress('odd'), password: GOOD_PASSWORD, data })
  expect(response.status).toBe(200)
})

test('sign-up rejects a weak password with its reasons', async () => {
  const { error } = await aVisitor().auth.signUp({ email: newAddress('weak'), password: 'short' })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
})

test('sign-up rejects a password too long to hash and does not cut it off', async () => {
  const { error } = await aVisitor().auth.signUp({ email: newAddress('long'), password: 'é'.repeat(37) })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test.each(['', 'nobody', 'a@b@c', 'a b@example.com', `${'a'.repeat(300)}@example.com`, 'a\r\nBcc: x@example.com'])(
  'sign-up rejects the address %j',
  async (email) => {
    const response = await sendJson('/auth/v1/signup', { email, password: GOOD_PASSWORD })
    expect([400, 422]).toContain(response.status)
  },
)

describe.runIf(backend.embedded)('with access to the emails', () => {
  test('sign-up with a known address creates no second account and sends no second email', async () => {
    const email = newAddress('twice')
    await aVisitor().auth.signUp({ email, password: GOOD_PASSWORD })
    const again = await aVisitor().auth.signUp({ email: email.toUpperCase(), password: 'another password altogether' })
    expect(again.error?.status).toBe(429)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('ten simultaneous sign-ups with one address create one account, send one email and do not fail', async () => {
    const email = newAddress('ten')
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        sendJson('/auth/v1/signup', { email, password: GOOD_PASSWORD, data: { first_name: email } }),
      ),
    )
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 429)])
    expect(await mailsTo(email)).toHaveLength(1)
    const { data } = await theService().from('profiles').select('id').eq('first_name', email)
    expect(data).toHaveLength(1)
  })

  test('sign-in rejects an unconfirmed address', async () => {
    const email = newAddress('unconfirmed')
    const { data } = await aVisitor().auth.signUp({ email, password: GOOD_PASSWORD })
    expect(data.session).toBeNull()
    const { error } = await aVisitor().auth.signInWithPassword({ email, password: GOOD_PASSWORD })
    expect(error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
  })

  test('the confirmation email links to our own page, in HTML and in plain text', async () => {
    const email = newAddress('mail')
    await aVisitor().auth.signUp({ email, password: GOOD_PASSWORD })
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Confirm your Lamplight account')
    for (const part of [mail?.html, mail?.text]) {
      expect(part).toMatch(/http:\/\/localhost:3000\/auth\/confirm\?token_hash=\w+&(amp;)?type=signup/)
    }
  })
})

test('sign-in finds an account whatever the case of its address', async () => {
  const ada = await aStudent('Ada')
  await expect(signIn(ada.email.toUpperCase(), GOOD_PASSWORD)).resolves.toMatchObject({ userId: ada.userId })
})
