import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { variantKey } from '#app/features/shell/preferences.server.ts'
import { cacheKey } from './cache-key.ts'

async function key(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<string | null> {
  const app = new Hono().all('*', (c) => c.json(cacheKey(c.req, variantKey)))
  const response = await app.request(path, { method, headers })
  return (await response.json()) as string | null
}

test('cacheKey names the encoding, the variant and the address', async () => {
  expect(await key('/marketplace?q=anc')).toBe('identity expanded auto /marketplace?q=anc')
  expect(await key('/', { 'accept-encoding': 'gzip, br', cookie: 'theme=dark; sidebar=collapsed' })).toBe('br collapsed dark /')
  expect(await key('/', { cookie: 'theme=%3Cscript%3E; other=1' })).toBe('identity expanded auto /')
  expect(await key('/', { cookie: 'theme=%64ark' }), 'a network in front compares the encoded value').toBe(
    'identity expanded auto /',
  )
  expect(await key('http://another.test/faq')).toBe(await key('/faq'))
})

test('cacheKey ignores parameters that advertisements and messengers add', async () => {
  expect(await key('/faq?utm_source=a&fbclid=b')).toBe(await key('/faq'))
  expect(await key('/marketplace?fbclid=b&q=anc&gclid=c')).toBe(await key('/marketplace?q=anc'))
  expect(await key('/marketplace?q=utm_source=a')).not.toBe(await key('/marketplace'))
})

test.each([
  ['a session', { cookie: 'session=a%20b' }],
  ['a session over https', { cookie: 'theme=dark; __Host-session=a%20b' }],
  ['an invalid session', { cookie: 'session=' }],
  ['a toast', { cookie: 'toast=%7B%7D' }],
  ['text typed before signing in', { cookie: '__Host-typed=abc' }],
  ['an opened link', { cookie: 'opened=abc' }],
  ['credentials', { authorization: 'Basic abc' }],
])('returns null for a request with %s', async (_what, headers) => {
  expect(await key('/', headers)).toBeNull()
})

test('cacheKey returns null for forms and very long addresses', async () => {
  expect(await key('/', {}, 'POST')).toBeNull()
  expect(await key(`/?${'a'.repeat(1000)}`)).toBeNull()
})
