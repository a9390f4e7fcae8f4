/*
 * Bodies to which lite's auth would respond with 500, or that it would accept wrongly
 * (server/backend/lite/auth/bodies.ts).
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { aStudent, aVisitor, backend, GOOD_PASSWORD, newAddress, type CurrentUser, signIn } from './people.ts'
import { send, sendJson } from './raw.ts'

let ada: CurrentUser
beforeAll(async () => {
  ada = await aStudent('Ada')
})

describe.each([
  ['/auth/v1/signup', 'email'],
  ['/auth/v1/signup', 'password'],
  ['/auth/v1/token?grant_type=password', 'email'],
  ['/auth/v1/token?grant_type=password', 'password'],
  ['/auth/v1/token?grant_type=refresh_token', 'refresh_token'],
  ['/auth/v1/verify', 'token_hash'],
  ['/auth/v1/verify', 'type'],
  ['/auth/v1/recover', 'email'],
  ['/auth/v1/resend', 'email'],
])('%s with a %s', (path, field) => {
  const whole = { email: newAddress('odd'), password: GOOD_PASSWORD, token_hash: 'x', type: 'signup', refresh_token: 'x' }

  test.each([5, true, {}, [], ['a'], { $ne: '' }])('rejects the value %j', async (value) => {
    expect((await sendJson(path, { ...whole, [field]: value })).status).toBe(400)
  })

  test.each(['a\0b@example.com', 'a lamp\0 for the night shift', 'a\ud800b@example.com'])(
    'rejects the text %j',
    async (value) => {
      expect((await sendJson(path, { ...whole, [field]: value })).status).toBe(400)
    },
  )
})

test.each(['\u202e', '\u2066', '\u200b', '\u00ad'])('rejects an address with the hidden character %j', async (character) => {
  const email = `a${character}da@example.com`
  for (const path of ['/auth/v1/signup', '/auth/v1/recover', '/auth/v1/resend', '/auth/v1/token?grant_type=password']) {
    expect((await sendJson(path, { email, password: GOOD_PASSWORD, type: 'signup' })).status, path).toBe(400)
  }
  const change = await sendJson('/auth/v1/user', { email }, { method: 'PUT', as: ada })
  expect(change.status).toBe(400)
})

test('sign-in does not cut a password off at a NUL', async () => {
  const { error } = await aVisitor().auth.signInWithPassword({ email: ada.email, password: `${GOOD_PASSWORD}\0and more` })
  expect(error?.status).toBe(400)
})

test('a password change rejects a password too long to hash and preserves the old one', async () => {
  const changing = await signIn(ada.email, GOOD_PASSWORD)
  const response = await send('/auth/v1/user', {
    method: 'PUT',
    as: changing,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: `${'a lamp '.repeat(11)}and more` }),
  })
  expect(response.status).toBe(400)
  await expect(signIn(ada.email, GOOD_PASSWORD)).resolves.toMatchObject({ userId: ada.userId })
})

test.each([
  ['a NUL', 'Ada\0'],
  ['half a surrogate pair', 'Ada\ud800'],
])('sign-up rejects data with %s', async (_what, first_name) => {
  const response = await sendJson('/auth/v1/signup', { email: newAddress('nul'), password: GOOD_PASSWORD, data: { first_name } })
  expect(response.status).toBe(400)
})

test('sign-up accepts data with a backslash', async () => {
  const response = await sendJson('/auth/v1/signup', {
    email: newAddress('slash'),
    password: GOOD_PASSWORD,
    data: { first_name: 'C:\\u0000 \\ud800 😀' },
  })
  expect(response.status).toBe(200)
})

test.each(['', '{', 'null', '[]', '"x"', 'email=a@example.com'])('sign-up rejects the body %j', async (body) => {
  const response = await send('/auth/v1/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(response.status).toBe(400)
})

test('sign-up rejects a password of a megabyte before parsing it', async () => {
  const response = await sendJson('/auth/v1/token?grant_type=password', { email: ada.email, password: 'a'.repeat(1024 * 1024) })
  expect(response.status).toBe(413)
})

test.runIf(backend.embedded)('auth does not serve sign-in methods that the site does not use', async () => {
  const email = newAddress('otp')
  for (const [method, path] of [
    ['POST', 'otp'],
    ['POST', 'magiclink'],
    ['GET', 'authorize?provider=google'],
    ['GET', 'callback?code=x'],
    ['GET', 'verify?type=signup&token=x'],
    ['GET', 'admin/users'],
    ['POST', 'admin/users'],
    ['GET', ''],
  ] as const) {
    const body = method === 'POST' ? JSON.stringify({ email }) : undefined
    const response = await send(`/auth/v1/${path}`, {
      method,
      body,
      as: 'service',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
    })
    expect([path, response.status]).toEqual([path, 404])
  }
})
