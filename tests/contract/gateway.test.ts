/* Tests which parts of the backend are reachable, and with which key (server/backend/gateway.ts). */
import { beforeAll, expect, test } from 'vitest'
import { aStudent, backend, type CurrentUser, theService } from './people.ts'
import { send, sendJson } from './raw.ts'

let ada: CurrentUser
beforeAll(async () => {
  ada = await aStudent('Ada')
})

test.runIf(backend.embedded).each([
  '/', '/_system', '/_system/info', '/_system/config', '/_system/introspect', '/_system/ping', '/rest', '/rest/v2/profiles', '/graphql/v1', '/realtime/v1',
  '/pg', '/studio', '/favicon.ico', '/rest/v1/../../_system/info', '/rest/v1/%2e%2e/%2e%2e/_system/info', '//_system/info', '/_SYSTEM/info', '/auth', '/storage',
  '/rest/v1x/profiles',
])('%s is not served, not even to the service', async (path) => {
  for (const as of ['visitor', 'service'] as const) {
    const response = await send(path, { as })
    expect(response.status).toBe(404)
    expect(await response.text()).not.toMatch(/postgres|connection|schema/i)
  }
}) // prettier-ignore

test('the gateway rejects requests without a valid key', async () => {
  for (const headers of [
    {},
    { apikey: '' },
    { apikey: 'nonsense' },
    { apikey: `${backend.publishableKey}x` },
    { authorization: `Bearer ${ada.accessToken}` },
  ]) {
    for (const path of ['/rest/v1/topics_directory?select=id', '/rest/v1/profiles', '/auth/v1/settings', '/auth/v1/user']) {
      const response = await fetch(`${backend.url}${path}`, { headers: headers as Record<string, string> })
      expect([path, response.status]).toEqual([path, 401])
    }
  }
})

test('the gateway rejects the secret key as a token beside the publishable key', async () => {
  expect((await send('/rest/v1/profiles', { token: 'sb_secret_nonsense' })).status).toBe(401)
  expect((await send('/rest/v1/profiles?select=id')).status).toBe(401)
})

test('the secret key opens every row, and a browser may not use it', async () => {
  const { data } = await theService().from('profiles').select('id').eq('id', ada.profileId)
  expect(data).toEqual([{ id: ada.profileId }])
  const fromBrowser = await send('/rest/v1/profiles', {
    as: 'service',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
  })
  expect(fromBrowser.status).toBe(401)
})

test('a visitor may not read what the service reads', async () => {
  expect((await send('/rest/v1/')).status).toBe(403)
})

test('every response forbids content sniffing, errors too', async () => {
  const responses = await Promise.all([
    send('/rest/v1/topics_directory?select=id'),
    send('/rest/v1/profiles'),
    send('/auth/v1/health'),
    sendJson('/auth/v1/token?grant_type=password', { email: 5 }),
    sendJson('/storage/v1/object/list/material-uploads', { prefix: '' }, { as: ada }),
    send('/storage/v1/object/public/product-files/nothing.png'),
    sendJson('/functions/v1/nothing', {}),
    sendJson('/functions/v1/upload-to-drive', {}, { as: ada }),
  ])
  expect(responses.map((response) => response.headers.get('x-content-type-options'))).toEqual(responses.map(() => 'nosniff'))
})

test('every service rejects a NUL in an address', async () => {
  for (const path of [
    '/rest/v1/topics_directory?topic=eq.%00',
    '/auth/v1/verify?token=%00',
    '/storage/v1/object/public/product-files/%00',
    '/functions/v1/%00',
  ]) {
    const { status } = await send(path)
    expect([path, [400, 404].includes(status)]).toEqual([path, true])
  }
})

test('every service rejects unused methods without failing', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
    for (const path of [
      '/rest/v1/topics_directory',
      '/auth/v1/signup',
      '/storage/v1/object/material-uploads/x',
      '/functions/v1/upload-to-drive',
      '/rest/v1/rpc/search_materials',
    ]) {
      const { status } = await send(path, { method })
      expect([method, path, status < 500]).toEqual([method, path, true])
    }
  }
})

test('the gateway rejects an address of a hundred thousand characters at once', async () => {
  const response = await send(`/rest/v1/topics_directory?topic=eq.${'a'.repeat(100_000)}`)
  expect(response.status).toBe(431)
})

test.runIf(backend.embedded).each([
  '/rest/v1/contact_messages', '/rest/v1/rpc/receive_sale_notices', '/auth/v1/signup', '/auth/v1/token?grant_type=password', '/auth/v1/recover',
  '/storage/v1/object/list/product-files', '/storage/v1/object/sign/material-uploads', '/functions/v1/upload-to-drive',
])('%s rejects JSON that is nested deeply', async (path) => {
  const headers = { apikey: backend.secretKey, 'content-type': 'application/json' }
  for (const [open, close] of [['[', ']'], ['{"notices":', '}'], ['[{"a":', '}]']] as const) {
    for (const depth of [250, 100_000]) {
      const body = `{"notices":${open.repeat(depth)}1${close.repeat(depth)}}`
      const response = await fetch(backend.url + path, { method: 'POST', headers, body })
      expect([response.status, depth]).toEqual([400, depth])
    }
  }
  const texts = JSON.stringify({ notices: ['['.repeat(1000), '"\\'.repeat(100), '{'.repeat(1000)] })
  expect((await fetch(backend.url + path, { method: 'POST', headers, body: texts })).status).not.toBe(500)
}) // prettier-ignore
