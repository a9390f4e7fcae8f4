import { expect, it } from 'vitest'
import { differs } from './drafts.ts'

it.each([
  ['another title', { title: 'New' }, { title: 'Old' }, true],
  ['a new tick', { sold_here: 'on' }, {}, true],
  ['an unticked box', { sold_here: '' }, {}, false],
  ['line breaks as sent', { body: 'one\r\ntwo ' }, { body: 'one\ntwo' }, false],
])('differs compares %s with the stored fields', (_what, fields, stored, expected) => {
  expect(differs(fields, stored as Record<string, string>)).toBe(expected)
})
