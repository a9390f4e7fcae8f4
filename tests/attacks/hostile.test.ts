/* Tests the checks that the attack tests use. */
import { expect, test } from 'vitest'
import { encoded, getFault, stacksIn } from './hostile.ts'
import { getForms } from './pages.ts'

const good = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' },
  text: '<p>&lt;x-fuzz&gt;</p>',
}

test('accepts a page that escapes the text', () => {
  expect(getFault(good)).toBeNull()
})

test.each([
  ['a failure', { ...good, status: 503 }, /status is 503/],
  ['a stack trace', { ...good, text: 'Error: x\n    at go (/app/server/main.ts:3:14)' }, /our code/],
  ['an unescaped echo', { ...good, text: '<p><x-fuzz></p>' }, /without escaping/],
  ['a content type that may be sniffed', { ...good, headers: { 'content-type': 'text/html' } }, /guessed/],
  ['a redirect to another site', { ...good, headers: { ...good.headers, location: '//evil.example/' } }, /evil/],
  ['a redirect to another site by backslash', { ...good, headers: { ...good.headers, location: '/\\evil.example' } }, /evil/],
])('finds %s', (_what, response, fault) => {
  expect(getFault(response)).toMatch(fault)
})

test('finds the stack traces in a log', () => {
  expect(stacksIn('fine\nTypeError: x\n    at a (b.ts:1:2)\n    at c (d.ts:1:2)\nfine')).toEqual([
    'fine\nTypeError: x\n    at a (b.ts:1:2)\n    at c (d.ts:1:2)\nfine',
  ])
  expect(stacksIn('arrived at noon')).toEqual([])
})

test('finds the forms of a page with the fields outside of them', () => {
  const html = `<form method="post" action="?index" id="a"><input name="x" value="1"><select name="s"><option value=""><option value="2"></select>
    <button name="intent" value="go"></button><button name="intent" value="stop"></button></form><textarea form="a" name="t">3</textarea>`
  const common = { page: '/p', action: '/p?index', method: 'POST', isMultipart: false }
  const fields = [
    { name: 'x', value: '1', isFile: false },
    { name: 't', value: '3', isFile: false },
    { name: 's', value: '2', isFile: false },
  ]
  expect(getForms(html, '/p')).toEqual(
    ['go', 'stop'].map((value) => ({ ...common, fields: [...fields, { name: 'intent', value, isFile: false }] })),
  )
})

test('encodes half of a surrogate pair as three bytes that are invalid in UTF-8', () => {
  expect(encoded('a\ud800 b')).toBe('a%ED%A0%80%20b')
})
