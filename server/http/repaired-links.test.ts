import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { repairLinks } from './repaired-links.ts'

const app = new Hono().use(repairLinks()).all('*', (c) => c.text('here'))
const open = async (address: string, method = 'GET') => {
  const { status, headers } = await app.request(`http://localhost${address}`, { method })
  return status === 200 ? 'here' : `${status} ${headers.get('location')}`
}

test.each([
  ['/material-preview/hand-hygiene)', '/material-preview/hand-hygiene'],
  ['/material-preview/hand-hygiene.', '/material-preview/hand-hygiene'],
  ['/material-preview/Hand-HYGIENE)', '/material-preview/hand-hygiene'],
  ['/buy/HAND-HYGIENE', '/buy/hand-hygiene'],
  ['/blog/apa-7).?from=mail', '/blog/apa-7?from=mail'],
  ['/blog/apa-7%29,', '/blog/apa-7'],
  ['/blog/apa-7%E2%80%9D', '/blog/apa-7'],
  ['/orders/AbC_-123456789012345-.', '/orders/AbC_-123456789012345-'],
  ['/marketplace?category=thesis&amp;search=pain', '/marketplace?category=thesis&search=pain'],
  ['/auth/confirm?token_hash=ab12&amp;type=signup.', '/auth/confirm?token_hash=ab12&type=signup'],
  ['//evil.example.', '/evil.example'],
])('repairLinks redirects %s to %s', async (address, repaired) => {
  expect(await open(address)).toBe(`301 ${repaired}`)
})

test.each([
  '/',
  '/marketplace?search=what+is+pain?',
  '/marketplace?search=%22pain%22',
  '/robots.txt',
  '/material-preview/hand-hygiene',
  '/orders/AbC_-123456789012345-',
  '//evil.example',
  '/auth/confirm?token_hash=ab12&type=signup',
])('repairLinks leaves %s as it is', async (address) => {
  expect(await open(address)).toBe('here')
})

test('repairLinks does not redirect forms', async () => {
  expect(await open('/auth.', 'POST')).toBe('here')
})

test('repairLinks leaves a long row of marks inside an address', async () => {
  expect(await open(`/${'*'.repeat(8000)}x`)).toBe('here')
})
