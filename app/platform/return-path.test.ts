import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each([
  '/dashboard',
  '/upload-materials',
  '/marketplace?search=a%20b&category=seminar',
  '/material-preview/x?comment=Two%0Alines',
])('%s is a path to come back to', (path) => {
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
  `/${'a'.repeat(5000)}`,
  '',
  null,
  undefined,
])('%j is none', (path) => {
  expect(returnPath(path)).toBeNull()
})
