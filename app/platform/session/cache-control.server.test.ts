import { expect, test } from 'vitest'
import { getCacheControl } from './cache-control.server.ts'

const asked = (path: string, init?: RequestInit) => new Request(`http://lamplight.test${path}`, init)
const responseWith = (status = 200, headers: Record<string, string> = {}) => new Response(null, { status, headers })

test.each([
  ['a public page', asked('/'), responseWith(), 'private, no-cache'],
  ['a missing page', asked('/none'), responseWith(404), 'private, no-cache'],
  ['a redirect', asked('/blog/old'), responseWith(301), 'private, no-cache'],
  [
    'a response with its own header',
    asked('/robots.txt'),
    responseWith(200, { 'cache-control': 'public, max-age=60' }),
    'public, max-age=60',
  ],
  ['a link with a token', asked('/auth/confirm?type=recovery&token_hash=abc'), responseWith(), 'private, no-store'],
  ['the data of such a page', asked('/auth/confirm.data?token_hash=abc'), responseWith(), 'private, no-store'],
  ['a page with a toast', asked('/'), responseWith(200, { 'set-cookie': 'toast=; Max-Age=0' }), 'private, no-store'],
  ['a form with submitted values', asked('/auth', { method: 'POST' }), responseWith(400), 'private, no-store'],
  ['a failure', asked('/'), responseWith(503), 'private, no-store'],
])('getCacheControl returns the header for %s, for a guest', (_what, request, response, stored) => {
  expect(getCacheControl(request, response, false)).toBe(stored)
})

test.each([
  ['a page', responseWith(), 'private, no-store'],
  ['a public response', responseWith(200, { 'cache-control': 'public, max-age=60' }), 'private, no-store'],
  ['a private file', responseWith(200, { 'cache-control': 'private, max-age=60' }), 'private, max-age=60'],
])('getCacheControl returns the header for %s, for a signed-in user', (_what, response, stored) => {
  expect(getCacheControl(asked('/'), response, true)).toBe(stored)
})
