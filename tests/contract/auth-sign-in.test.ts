import { beforeAll, describe, expect, test } from 'vitest'
import { confirmationTokenFor } from './mail.ts'
import { aStudent, aVisitor, backend, GOOD_PASSWORD, newAddress, type CurrentUser, signIn } from './people.ts'
import { send, sendJson } from './raw.ts'

let ada: CurrentUser
beforeAll(async () => {
  ada = await aStudent('Ada')
})

test('sign-in returns a session of the owner for an address and its password', async () => {
  const { data, error } = await aVisitor().auth.signInWithPassword({ email: ada.email, password: GOOD_PASSWORD })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(ada.userId)
  expect(data.session?.expires_in).toBeLessThanOrEqual(3600)
})

test('sign-in responds alike to a wrong password and an unknown address', async () => {
  const password = 'not my password'
  const { error } = await aVisitor().auth.signInWithPassword({ email: ada.email, password })
  expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  const wrong = await sendJson('/auth/v1/token?grant_type=password', { email: ada.email, password })
  const unknown = await sendJson('/auth/v1/token?grant_type=password', { email: newAddress('nobody'), password })
  expect([unknown.status, await unknown.text()]).toEqual([wrong.status, await wrong.text()])
})

test.each(['', ' ', "' or 1=1 --", '{"$ne":""}', `${GOOD_PASSWORD} `, GOOD_PASSWORD.toUpperCase()])(
  'sign-in rejects the password %j',
  async (password) => {
    const { error } = await aVisitor().auth.signInWithPassword({ email: ada.email, password })
    expect(error?.status).toBe(400)
  },
)

test('sign-out ends the renewal of the session and its access token', async () => {
  const session = await signIn(ada.email, GOOD_PASSWORD)
  const { error } = await session.client.auth.signOut()
  expect(error).toBeNull()
  expect((await aVisitor().auth.refreshSession({ refresh_token: session.refreshToken })).error).not.toBeNull()
  expect((await send('/auth/v1/user', { as: session })).ok).toBe(false)
})

test('sign-out with scope local leaves the other sessions, and scope others ends them', async () => {
  const here = await signIn(ada.email, GOOD_PASSWORD)
  const there = await signIn(ada.email, GOOD_PASSWORD)
  const elsewhere = await signIn(ada.email, GOOD_PASSWORD)
  await here.client.auth.signOut({ scope: 'local' })
  expect((await send('/auth/v1/user', { as: there })).status).toBe(200)

  const { error } = await aVisitor().auth.admin.signOut(there.accessToken, 'others')
  expect(error).toBeNull()
  expect((await send('/auth/v1/user', { as: elsewhere })).ok).toBe(false)
  expect((await send('/auth/v1/user', { as: there })).status).toBe(200)
})

describe.runIf(backend.embedded)('with access to the emails', () => {
  test('a confirmation link works once, also when it is sent twice at once', async () => {
    const email = newAddress('once')
    await aVisitor().auth.signUp({ email, password: GOOD_PASSWORD })
    const link = { token_hash: await confirmationTokenFor(email), type: 'signup' }
    const responses = await Promise.all([1, 2].map(() => sendJson('/auth/v1/verify', link)))
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 403])
    const late = await aVisitor().auth.verifyOtp({ token_hash: link.token_hash, type: 'signup' })
    expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('a mail scanner that opens addresses cannot use up a link', async () => {
    const email = newAddress('scanner')
    await aVisitor().auth.signUp({ email, password: GOOD_PASSWORD })
    const token = await confirmationTokenFor(email)
    for (const method of ['GET', 'HEAD']) {
      expect((await send(`/auth/v1/verify?type=signup&token=${token}`, { method, redirect: 'manual' })).status).toBe(404)
    }
    expect((await aVisitor().auth.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
  })

  test('a reset link sets a new password once and invalidates the old one', async () => {
    const bola = await aStudent('Bola')
    const asked = await aVisitor().auth.resetPasswordForEmail(bola.email)
    expect(asked.error).toBeNull()
    const token = await confirmationTokenFor(bola.email)
    const client = aVisitor()
    expect((await client.auth.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'a different lamp' })).error).toBeNull()
    expect((await aVisitor().auth.verifyOtp({ token_hash: token, type: 'recovery' })).error?.code).toBe('otp_expired')
    expect((await aVisitor().auth.signInWithPassword({ email: bola.email, password: GOOD_PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    )
    await expect(signIn(bola.email, 'a different lamp')).resolves.toMatchObject({ userId: bola.userId })
  })

  test('a password reset responds alike for an address without an account', async () => {
    const known = await sendJson('/auth/v1/recover', { email: ada.email })
    const unknown = await sendJson('/auth/v1/recover', { email: newAddress('nobody') })
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
  })
})
