import { expect, test } from 'vitest'
import { getCacheControl } from './cache-control.server.ts'

const asked = (path: string, init?: RequestInit) => new Request(`http://lamplight.test${path}`, init)
const answered = (status = 200, headers: Record<string, string> = {}) => new Response(null, { status, headers })

test.each([
  ['a public page', asked('/'), answered(), 'private, no-cache'],
  ['a missing page', asked('/none'), answered(404), 'private, no-cache'],
  ['a redirect', asked('/blog/old'), answered(301), 'private, no-cache'],
  [
    'a response with its own header',
    asked('/robots.txt'),
    answered(200, { 'cache-control': 'public, max-age=60' }),
    'public, max-age=60',
  ],
  ['a link with a token', asked('/auth/confirm?type=recovery&token_hash=abc'), answered(), 'private, no-store'],
  ['the data of such a page', asked('/auth/confirm.data?token_hash=abc'), answered(), 'private, no-store'],
  ['a page with a toast', asked('/'), answered(200, { 'set-cookie': 'toast=; Max-Age=0' }), 'private, no-store'],
  ['a form with submitted values', asked('/auth', { method: 'POST' }), answered(400), 'private, no-store'],
  ['a failure', asked('/'), answered(503), 'private, no-store'],
])('getCacheControl returns the header for %s, for a guest', (_what, request, response, stored) => {
  expect(getCacheControl(request, response, false)).toBe(stored)
})

test.each([
  ['a page', answered(), 'private, no-store'],
  ['a public response', answered(200, { 'cache-control': 'public, max-age=60' }), 'private, no-store'],
  ['a private file', answered(200, { 'cache-control': 'private, max-age=60' }), 'private, max-age=60'],
])('getCacheControl returns the header for %s, for a signed-in user', (_what, response, stored) => {
  expect(getCacheControl(asked('/'), response, true)).toBe(stored)
})
