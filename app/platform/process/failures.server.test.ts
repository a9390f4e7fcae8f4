import { PostgrestError } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isUnavailable, orLog, logFailure, underReference } from './failures.server.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const answered = (code: string, message = 'said by the backend') =>
  new PostgrestError({ message, details: 'Ada', hint: '', code })

test('a mistake of ours is logged under the number of its request, with where it happened', async () => {
  await underReference('K7QX-9F3M', async () => {
    await Promise.resolve()
    logFailure('The topics could not be read', new TypeError('rows is undefined'))
  })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^K7QX-9F3M: The topics could not be read: TypeError: rows is undefined\n\s+at .*failures\.server\.test/,
  )
})

test('so is what caused it', () => {
  logFailure(
    'The reports could not be read',
    new Error('A list could not be read', { cause: answered('42703', 'column x does not exist') }),
  )
  expect(lines[0]).toMatch(
    /^The reports could not be read: Error: A list could not be read\n[\s\S]* {2}because of PostgrestError 42703: column x does not exist/,
  )
  expect(lines[0]).not.toContain('Ada')
})

test('so is an answer of the backend that was returned, not thrown', () => {
  const cause = { message: 'column x does not exist', details: 'Ada', hint: '', code: '42703' }
  logFailure('The reports could not be read', new Error('A list could not be read', { cause }))
  expect(lines[0]).toContain('\n  because of PostgrestError 42703: column x does not exist')
  expect(lines[0]).not.toContain('Ada')
})

test('what somebody typed is not logged, where the backend repeats it', () => {
  logFailure('A profile could not be saved', answered('22P02', 'invalid input syntax for type uuid: "Zobo"'))
  expect(lines[0]).toContain('A profile could not be saved: PostgrestError 22P02')
  expect(lines[0]).not.toContain('Zobo')
})

test('that the backend is away is one line, once a request', () => {
  underReference('K7QX-9F3M', () => {
    logFailure('The topics could not be read', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))
    logFailure('The comments could not be read', answered('', 'Bad Gateway'))
  })
  expect(lines).toEqual(['K7QX-9F3M: The topics could not be read: the backend is away (TypeError: fetch failed)'])
})

test.each([
  ['no connection', new TypeError('fetch failed'), true],
  ['no answer in time', new DOMException('The operation timed out', 'TimeoutError'), true],
  ['an answer that is not the backend’s own', answered(''), true],
  ['a database without room', answered('53300'), true],
  ['PostgREST without its database', answered('PGRST002'), true],
  ['such a failure as a cause', new Error('A list could not be read', { cause: answered('08006') }), true],
  ['such an answer, returned and not thrown', { message: 'TypeError: fetch failed', details: '', hint: '', code: '' }, true],
  ['a column that does not exist', answered('42703'), false],
  ['so, returned and not thrown', { message: 'no such column', details: '', hint: '', code: '42703' }, false],
  ['a row that nobody may write', answered('42501'), false],
  ['a mistake in the program', new TypeError('x is not a function'), false],
  ['what is no error', 'oops', false],
])('%s: is the backend away?', (_what, error, away) => {
  expect(isUnavailable(error)).toBe(away)
})

test('a read goes on with something else, and is noted', async () => {
  expect(await Promise.reject(new Error('broken')).catch(orLog('The figures could not be read', null))).toBeNull()
  expect(lines[0]).toContain('The figures could not be read: Error: broken')
})
