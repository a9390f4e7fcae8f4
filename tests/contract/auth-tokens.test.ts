import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPdf, pathFor, store } from './files.ts'
import { aStudent, aVisitor, backend, GOOD_PASSWORD, type CurrentUser, signIn } from './people.ts'
import { pipelined } from './pipelined.ts'
import { send, sendJson } from './raw.ts'

let ada: CurrentUser
beforeAll(async () => {
  ada = await aStudent('Ada')
})

/**
 * Returns the status of every service for the token. Each must reject it, also for a public table, because an invalid
 * token is not a visitor.
 */
async function rejections(token: string): Promise<number[]> {
  const responses = await Promise.all([
    send('/rest/v1/topics_directory?select=id', { token }),
    send('/rest/v1/profiles?select=id', { token }),
    send('/auth/v1/user', { token }),
    sendJson('/storage/v1/object/list/material-uploads', { prefix: '' }, { token }),
    sendJson('/functions/v1/upload-to-drive', { fileId: 'x', uploadId: ada.profileId }, { token }),
  ])
  return responses.map((response) => response.status)
}

const getPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('every service rejects a malformed token', async () => {
  for (const token of ['nonsense', 'a.b.c', 'null', '..', `${ada.accessToken}.more`]) {
    const statuses = await rejections(token)
    expect(statuses.filter((status) => status !== 401 && status !== 403)).toEqual([])
  }
})

test('every service rejects a token without a signature', async () => {
  const [, claims] = ada.accessToken.split('.')
  for (const alg of ['none', 'None', 'NONE']) {
    for (const signature of ['', 'x', ada.accessToken.split('.')[2]]) {
      const statuses = await rejections(`${getPart({ alg, typ: 'JWT' })}.${claims}.${signature}`)
      expect(statuses.filter((status) => status !== 401 && status !== 403)).toEqual([])
    }
  }
})

test('every service rejects a token signed with another secret, for a student and for the service', async () => {
  const other = new TextEncoder().encode('another secret, as long as ours is, or longer')
  for (const role of ['authenticated', 'service_role']) {
    const forged = await new SignJWT({ role, sub: ada.userId, aud: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(other)
    const statuses = await rejections(forged)
    expect(statuses.filter((status) => status !== 401 && status !== 403)).toEqual([])
  }
})

test('every service rejects a token whose claims were changed', async () => {
  const [header, claims = '', signature] = ada.accessToken.split('.')
  const changed = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), role: 'service_role' }
  const statuses = await rejections(`${header}.${getPart(changed)}.${signature}`)
  expect(statuses.filter((status) => status !== 401 && status !== 403)).toEqual([])
})

describe.runIf(backend.embedded)('with access to the secret', () => {
  const sign = (claims: Record<string, unknown>, expires: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime(Math.floor(Date.now() / 1000) + expires)
      .sign(new TextEncoder().encode(backend.embedded?.jwtSecret))

  test('every service rejects an expired token and accepts it before it expires', async () => {
    const claims = { role: 'authenticated', sub: ada.userId, aud: 'authenticated' }
    expect((await send('/rest/v1/profiles?select=id', { token: await sign(claims, 60) })).status).toBe(200)
    const statuses = await rejections(await sign(claims, -60))
    expect(statuses.filter((status) => status !== 401 && status !== 403)).toEqual([])
  })

  test("every service rejects a token whose role is not one of the API's three, whatever that role may do in the database", async () => {
    const claims = { sub: ada.userId, aud: 'authenticated' }
    expect(
      (await send('/rest/v1/settings?select=setting_key', { token: await sign({ ...claims, role: 'anon' }, 60) })).status,
    ).toBe(200)
    for (const role of [
      'none',
      'postgres',
      'pg_read_all_data',
      'NONE',
      'authenticated ',
      '',
      undefined,
      null,
      ['postgres'],
      { a: 1 },
    ]) {
      const statuses = await rejections(await sign({ ...claims, role }, 60))
      expect([role, ...statuses.filter((status) => status !== 401)]).toEqual([role])
    }
  })

  test('every service rejects the token of a storage link', async () => {
    const file = pathFor(ada)
    await store('material-uploads', file, { as: ada, body: aPdf() })
    const { data } = await ada.client.storage.from('material-uploads').createSignedUrl(file, 60)
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
    const statuses = await rejections(token)
    expect(statuses.filter((status) => status !== 401 && status !== 403)).toEqual([])
  })
})

describe('renewing a session', () => {
  test('responds to five simultaneous uses of one refresh token with sessions that work', async () => {
    const session = await signIn(ada.email, GOOD_PASSWORD)
    const renewed = await Promise.all(
      Array.from({ length: 5 }, () => aVisitor().auth.refreshSession({ refresh_token: session.refreshToken })),
    )
    expect(renewed.map(({ error }) => error)).toEqual([null, null, null, null, null])
    for (const { data } of renewed) {
      expect((await send('/auth/v1/user', { token: data.session?.access_token })).status).toBe(200)
    }
    const successors = new Set(renewed.map(({ data }) => data.session?.refresh_token))
    expect(successors.size).toBe(1)
  })

  test.runIf(backend.url.startsWith('http:'))('returns one session to simultaneous renewals', async () => {
    const { refreshToken } = await signIn(ada.email, GOOD_PASSWORD)
    const renewal = { as: 'visitor' as const, path: '/auth/v1/token?grant_type=refresh_token', method: 'POST' }
    const responses = await pipelined(
      Array.from({ length: 5 }, () => ({ ...renewal, body: JSON.stringify({ refresh_token: refreshToken }) })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(responses.map(({ body }) => (JSON.parse(body) as { refresh_token: string }).refresh_token)).size).toBe(1)
  })

  test('rejects a refresh token from two renewals ago', async () => {
    const session = await signIn(ada.email, GOOD_PASSWORD)
    const first = await aVisitor().auth.refreshSession({ refresh_token: session.refreshToken })
    const second = await aVisitor().auth.refreshSession({ refresh_token: first.data.session?.refresh_token ?? '' })
    expect(second.error).toBeNull()
    const grandparent = await aVisitor().auth.refreshSession({ refresh_token: session.refreshToken })
    expect(grandparent.error).not.toBeNull()
    const family = await aVisitor().auth.refreshSession({ refresh_token: second.data.session?.refresh_token ?? '' })
    expect(family.error).not.toBeNull()
  })

  test('rejects a malformed refresh token', async () => {
    for (const token of ['', 'nonsense', '0'.repeat(5000)]) {
      const response = await sendJson('/auth/v1/token?grant_type=refresh_token', { refresh_token: token })
      expect(response.status).toBe(400)
    }
  })
})

describe('an access token', () => {
  /** Returns what an access token can still reach: own rows, storing a file, the account. */
  async function opens(user: CurrentUser): Promise<Record<string, unknown>> {
    const { accessToken } = user
    const rows = await send('/rest/v1/profiles?select=id', { token: accessToken })
    const stored = await store('material-uploads', pathFor(user), { as: user, body: aPdf() })
    const open = await sendJson('/rest/v1/rpc/session_is_open', {}, { token: accessToken })
    return {
      rows: ((await rows.json()) as unknown[]).length,
      stored: stored.status,
      account: (await send('/auth/v1/user', { token: accessToken })).status,
      open: open.ok ? await open.json() : open.status,
    }
  }
  const everything = { rows: 1, stored: 200, account: 200, open: true }
  const nothing = { rows: 0, stored: 400, account: 403, open: false }

  test.each([
    ['signing out', (owner: CurrentUser) => owner.client.auth.signOut({ scope: 'global' })],
    ['signing out elsewhere', (owner: CurrentUser) => owner.client.auth.signOut({ scope: 'others' })],
    ['a password change', (owner: CurrentUser) => owner.client.auth.updateUser({ password: 'another long secret' })],
  ])('is rejected everywhere after %s', async (how, end) => {
    const owner = await aStudent('Ended')
    const elsewhere = await signIn(owner.email, GOOD_PASSWORD)
    expect(await opens(elsewhere)).toEqual(everything)
    expect((await end(owner)).error).toBeNull()
    expect(await opens(elsewhere)).toEqual(nothing)
    expect(await opens(owner)).toEqual(how === 'signing out' ? nothing : everything)
    expect((await aVisitor().auth.refreshSession({ refresh_token: elsewhere.refreshToken })).error).not.toBeNull()
  })

  test('of a deleted account is rejected', async () => {
    const owner = await aStudent('Deleted')
    const elsewhere = await signIn(owner.email, GOOD_PASSWORD)
    expect((await owner.client.rpc('delete_my_account')).error).toBeNull()
    expect(await opens(elsewhere)).toEqual(nothing)
  })

  test('remains valid after a rejected password or the current one again', async () => {
    const owner = await aStudent('Again')
    const elsewhere = await signIn(owner.email, GOOD_PASSWORD)
    expect((await owner.client.auth.updateUser({ password: 'short' })).error).not.toBeNull()
    expect((await owner.client.auth.updateUser({ data: { nickname: 'Ada' } })).error).toBeNull()
    expect(await opens(elsewhere)).toEqual(everything)
    if (backend.embedded) {
      expect((await owner.client.auth.updateUser({ password: GOOD_PASSWORD })).error?.code).toBe('same_password')
    }
    expect(await opens(elsewhere)).toEqual(everything)
  })
})
