import { expect, test } from 'vitest'
import type { SiteBackend } from './site-backend.ts'
import { onBehalfOf } from './visitor-backend.ts'

const PUBLISHABLE = 'sb_publishable_0123456789'
const SECRET = 'sb_secret_0123456789'
const URL_OF_PROJECT = 'https://project.example'

/** Returns the request that the backend gets for a visitor at `address`. */
async function sent(
  address: string,
  path: string,
  headers: Record<string, string> = { apikey: PUBLISHABLE, authorization: `Bearer ${PUBLISHABLE}` },
  backend: Partial<SiteBackend> = {},
): Promise<Record<string, string>> {
  let seen = new Headers()
  const hosted: SiteBackend = {
    kind: 'hosted',
    url: URL_OF_PROJECT,
    publishableKey: PUBLISHABLE,
    secretKey: SECRET,
    fetch: async (_input, init) => {
      seen = new Headers(init?.headers)
      return new Response()
    },
    verify: async () => null,
    publicFilesUrl: URL_OF_PROJECT,
    ...backend,
  }
  await onBehalfOf(hosted, address).fetch(path.startsWith('/') ? URL_OF_PROJECT + path : path, { method: 'POST', headers })
  return Object.fromEntries(seen)
}

test.each([
  '/auth/v1/token?grant_type=password',
  '/auth/v1/token?grant_type=refresh_token',
  '/auth/v1/signup',
  '/auth/v1/recover',
  '/auth/v1/resend',
])("onBehalfOf sends the visitor's address and the secret key to %s", async (path) => {
  expect(await sent('203.0.113.7', path)).toEqual({
    apikey: SECRET,
    authorization: `Bearer ${SECRET}`,
    'sb-forwarded-for': '203.0.113.7',
  })
})

test('onBehalfOf keeps the token of a signed-in user', async () => {
  const headers = { apikey: PUBLISHABLE, authorization: 'Bearer a.persons.token' }
  expect(await sent('2001:db8::7', '/auth/v1/user', headers)).toEqual({
    apikey: SECRET,
    authorization: 'Bearer a.persons.token',
    'sb-forwarded-for': '2001:db8::7',
  })
})

test.each([
  '/rest/v1/profiles',
  '/storage/v1/object/material-uploads/a.pdf',
  '/functions/v1/upload-to-drive',
  '/auth/v1/admin/users',
  '/auth/v1/admin',
  '/auth/v1/../../rest/v1/profiles',
  '/authentic/v1/token',
  'https://elsewhere.example/auth/v1/token',
])('onBehalfOf never sends the secret key to %s', async (path) => {
  const headers = await sent('203.0.113.7', path)
  expect(headers).toEqual({ apikey: PUBLISHABLE, authorization: `Bearer ${PUBLISHABLE}` })
})

test('onBehalfOf forwards no address to an embedded backend, without a suitable key or without an address', async () => {
  const plain = { apikey: PUBLISHABLE, authorization: `Bearer ${PUBLISHABLE}` }
  const path = '/auth/v1/token?grant_type=password'
  expect(await sent('203.0.113.7', path, plain, { kind: 'embedded' })).toEqual(plain)
  expect(await sent('203.0.113.7', path, plain, { secretKey: null })).toEqual(plain)
  expect(await sent('203.0.113.7', path, plain, { secretKey: 'eyJhbGciOi.the-older.kind' })).toEqual(plain)
  expect(await sent('nowhere', path, plain)).toEqual(plain)
})
