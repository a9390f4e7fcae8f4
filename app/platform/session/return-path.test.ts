import { expect, test } from 'vitest'
import { returnPath, signInPath, storedReturnPath } from './return-path.ts'

test.each([
  '/dashboard',
  '/upload-materials',
  '/marketplace?search=a%20b&category=seminar',
  '/report?material=a3bb189e-8bf9-4c7e-9b1f-0a1b2c3d4e5f',
])('returnPath accepts %s', (path) => {
  expect(returnPath(path)).toBe(path)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'dashboard',
  '/\t/evil.example',
  '/\n/evil.example',
  '/./ /../..//evil.example',
  '/..//evil.example',
  '/auth',
  '/auth?next=/auth',
  `/${'a'.repeat(6000)}`,
  `/request-a-topic?topic=${'%'.repeat(2000)}`,
  '/\ud800',
  '',
  null,
  undefined,
])('returnPath rejects %j', (path) => {
  expect(returnPath(path)).toBeNull()
})

test('signInPath returns to the current address, without the query when it is too long', () => {
  expect(signInPath('/upload-materials?a=1&b=2')).toBe('/auth?next=%2Fupload-materials%3Fa%3D1%26b%3D2')
  expect(signInPath(`/marketplace?search=${'%'.repeat(1500)}`).length).toBeLessThan(8000)
  expect(signInPath(`/marketplace?search=${'a'.repeat(7000)}`)).toBe('/auth?next=%2Fmarketplace')
  expect(signInPath(`/${'a'.repeat(7000)}`)).toBe('/auth')
  expect(signInPath('//evil.example')).toBe('/auth')
  const toned = `/request-a-topic?topic=${encodeURIComponent('ọ́'.repeat(180))}`
  expect(returnPath(decodeURIComponent(signInPath(toned).slice('/auth?next='.length)))).toBe(toned)
})

test('storedReturnPath shortens a path for the tokens of an account', () => {
  expect(storedReturnPath('/request-a-topic?topic=Hand%20hygiene')).toBe('/request-a-topic?topic=Hand%20hygiene')
  expect(storedReturnPath(`/marketplace?search=${'a'.repeat(200)}`)).toBe('/marketplace')
  expect(storedReturnPath(`/${'a'.repeat(200)}`)).toBeNull()
  expect(storedReturnPath('//evil.example')).toBeNull()
  expect(storedReturnPath(null)).toBeNull()
})
