import { expect, test } from 'vitest'
import { lookOf } from '../../app/features/shell/preferences.server.ts'
import { keyOf } from './address.ts'

type Asked = Parameters<typeof keyOf>[0]
const asked = (url: string, headers: Asked['headers'] = {}, method = 'GET'): Asked => ({
  method,
  url,
  headers: { host: 'lamplight.test', ...headers },
})
const key = (url: string, headers?: Asked['headers'], method?: string) => keyOf(asked(url, headers, method), lookOf)

test('a page is kept under its address and its look', () => {
  expect(key('/marketplace?q=anc')).toBe('expanded auto /marketplace?q=anc')
  expect(key('/', { cookie: 'theme=dark; sidebar=collapsed' })).toBe('collapsed dark /')
  expect(key('/', { cookie: 'theme=%3Cscript%3E; other=1' })).toBe('expanded auto /')
  expect(key('/', { cookie: 'theme=%64ark' }), 'a network in front takes this for no theme').toBe('expanded auto /')
  expect(key('/', {}, 'HEAD')).toBe(key('/'))
})

test('what advertisements and messengers add to a link makes no page of its own', () => {
  expect(key('/faq?utm_source=a&fbclid=b')).toBe(key('/faq'))
  expect(key('/marketplace?fbclid=b&q=anc&gclid=c')).toBe(key('/marketplace?q=anc'))
  expect(key('/marketplace?q=utm_source=a')).not.toBe(key('/marketplace'))
})

test.each([
  ['signed in', { cookie: 'session=a%20b' }],
  ['signed in, by https', { cookie: 'theme=dark; __Host-session=a%20b' }],
  ['with a session that is none', { cookie: 'session=' }],
  ['with a toast', { cookie: 'toast=%7B%7D' }],
  ['with a text typed before signing in', { cookie: '__Host-typed=abc' }],
  ['with an opened link', { cookie: 'opened=abc' }],
  ['with a password of its own', { authorization: 'Basic abc' }],
  ['with a body', { 'content-length': '3' }],
  ['with a body in pieces', { 'transfer-encoding': 'chunked' }],
  ['to a host that is none', { host: 'a b' }],
  ['to no host', { host: undefined }],
])('a request %s has no kept page', (_what, headers) => {
  expect(key('/', headers)).toBeNull()
})

test('nor has a form, an address of another kind or one that is very long', () => {
  expect(key('/', {}, 'POST')).toBeNull()
  expect(key('http://lamplight.test/')).toBeNull()
  expect(key(`/?${'a'.repeat(1000)}`)).toBeNull()
})
