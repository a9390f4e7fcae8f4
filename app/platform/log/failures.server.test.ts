import { PostgrestError } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isUnavailable, orLog, logFailure, runWithReference } from './failures.server.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const postgrestError = (code: string, message = 'message of the backend') =>
  new PostgrestError({ message, details: 'Ada', hint: '', code })

test('logFailure logs the request number and stack of a programming error', async () => {
  await runWithReference('K7QX-9F3M', async () => {
    await Promise.resolve()
    logFailure('Could not read the topics', new TypeError('rows is undefined'))
  })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^K7QX-9F3M: Could not read the topics: TypeError: rows is undefined\n\s+at .*failures\.server\.test/)
})

test('logFailure logs the cause of an error', () => {
  logFailure(
    'Could not read the reports',
    new Error('Could not read a list', { cause: postgrestError('42703', 'column x does not exist') }),
  )
  expect(lines[0]).toMatch(
    /^Could not read the reports: Error: Could not read a list\n[\s\S]* {2}because of PostgrestError 42703: column x does not exist/,
  )
  expect(lines[0]).not.toContain('Ada')
})

test('logFailure logs an error that the backend returned without throwing', () => {
  const cause = { message: 'column x does not exist', details: 'Ada', hint: '', code: '42703' }
  logFailure('Could not read the reports', new Error('Could not read a list', { cause }))
  expect(lines[0]).toContain('\n  because of PostgrestError 42703: column x does not exist')
  expect(lines[0]).not.toContain('Ada')
})

test('logFailure does not log submitted text that the backend repeats', () => {
  logFailure('Could not save a profile', postgrestError('22P02', 'invalid input syntax for type uuid: "Zobo"'))
  expect(lines[0]).toContain('Could not save a profile: PostgrestError 22P02')
  expect(lines[0]).not.toContain('Zobo')
})

test('logFailure logs an unavailable backend in one line, once per request', () => {
  runWithReference('K7QX-9F3M', () => {
    logFailure('Could not read the topics', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))
    logFailure('Could not read the comments', postgrestError('', 'Bad Gateway'))
  })
  expect(lines).toEqual(['K7QX-9F3M: Could not read the topics: the backend is unavailable (TypeError: fetch failed)'])
})

test.each([
  ['no connection', new TypeError('fetch failed'), true],
  ['a timeout', new DOMException('The operation timed out', 'TimeoutError'), true],
  ['a response of a proxy', postgrestError(''), true],
  ['too many database connections', postgrestError('53300'), true],
  ['PostgREST without its database', postgrestError('PGRST002'), true],
  ['a lost connection as a cause', new Error('Could not read a list', { cause: postgrestError('08006') }), true],
  ['a returned connection error', { message: 'TypeError: fetch failed', details: '', hint: '', code: '' }, true],
  ['a column that does not exist', postgrestError('42703'), false],
  ['a returned column error', { message: 'no such column', details: '', hint: '', code: '42703' }, false],
  ['a forbidden row', postgrestError('42501'), false],
  ['a programming error', new TypeError('x is not a function'), false],
  ['a value that is not an error', 'oops', false],
])('isUnavailable classifies %s', (_what, error, unavailable) => {
  expect(isUnavailable(error)).toBe(unavailable)
})

test('orLog returns the default and logs the failure', async () => {
  expect(await Promise.reject(new Error('broken')).catch(orLog('Could not read the statistics', null))).toBeNull()
  expect(lines[0]).toContain('Could not read the statistics: Error: broken')
})
