import { afterEach, expect, test, vi } from 'vitest'
import { isIncomplete, runWithReference } from '#app/platform/log/failures.server.ts'
import { orDefault, defer } from './deferred.server.ts'

afterEach(() => vi.restoreAllMocks())

const browser = new Request('http://lamplight.test/', { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } })
const program = new Request('http://lamplight.test/')

test.each([
  ['a browser', browser],
  ['a program', program],
])('defer resolves to null and logs the error when a read fails for %s', async (_who, request) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const mistake = () => Promise.reject(new TypeError('rows is undefined'))
  await runWithReference('K7QX-9F3M', async () => {
    expect(await defer(request, mistake())).toEqual({ now: null })
    expect(await orDefault(request, mistake(), 'default')).toBe('default')
  })
  expect(logged.mock.calls.map(([line]) => String(line).split('\n')[0])).toEqual([
    'K7QX-9F3M: Could not read a part of a page: TypeError: rows is undefined',
    'K7QX-9F3M: Could not read a part of a page: TypeError: rows is undefined',
  ])
})

test('defer marks the response as incomplete when data fails or comes late', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const after = (read: Promise<string>) =>
    runWithReference('K7QX-9F3M', async () => {
      await orDefault(browser, read, 'default')
      return isIncomplete()
    })
  expect(await after(Promise.resolve('data'))).toBe(false)
  expect(await after(Promise.reject(new Error('down')))).toBe(true)
  expect(await after(new Promise(() => {}))).toBe(true)
})

test('defer resolves to null and logs the error when a late read fails', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const read = Promise.withResolvers<string>()
  const outcome = await runWithReference('K7QX-9F3M', () => defer(browser, read.promise))
  expect(outcome).toHaveProperty('later')
  read.reject(new TypeError('rows is undefined'))
  expect('later' in outcome && (await outcome.later)).toBeNull()
  expect(String(logged.mock.calls[0]?.[0])).toMatch(/^K7QX-9F3M: Could not read a part of a page: TypeError/)
})
