import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Missed } from '#app/services/missed-searches.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { missedSearches } from './missed-searches.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const MINUTE = 60_000
const HERE = '198.51.100.7'
const ELSEWHERE = '198.51.100.8'

const backendThat = (fetch: typeof globalThis.fetch, secretKey: string | null = 'secret') =>
  ({ url: 'http://backend', secretKey, fetch }) as SiteBackend

/** Creates a counter whose backend accepts everything, with the calls that it received. */
function counting() {
  const result: string[] = []
  const missed = missedSearches(
    backendThat(async (_address, request) => {
      const response: unknown = JSON.parse(typeof request?.body === 'string' ? request.body : '')
      result.push(JSON.stringify(response))
      return new Response(null, { status: 204 })
    }),
    (error) => expect.unreachable(String(error)),
  )
  return { ...missed, result, wait: (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE) }
}

const search = (words: string, near: string[] = [], kind: Missed['kind'] = 'material'): Missed => ({ words, kind, near })
const line = (words: string, kind = 'material') => JSON.stringify({ words, kind })

it('counts the same words of a visitor once after five minutes without sending who searched', async () => {
  const { note, result, wait } = counting()
  note(search('Lupus  nephritis'), HERE)
  note(search('lupus nephritis '), HERE)
  note(search('lupus nephritis', [], 'topic'), HERE)
  note(search('lupus nephritis'), ELSEWHERE)
  await wait(4.9)
  expect(result).toEqual([])
  await wait(0.2)
  expect(result).toEqual([line('lupus nephritis'), line('lupus nephritis', 'topic'), line('lupus nephritis')])
  note(search('lupus nephritis'), HERE)
  await wait(6)
  expect(result).toHaveLength(3)
})

it('does not count a search when its visitor opens a partial match, however the address is written', async () => {
  const { note, opened, result, wait } = counting()
  note(search('lupus', ['/material-preview/kidneys']), HERE)
  note(search('wombat', ['/topics-directory?search=Care+of+wombats%2C+ill', '/marketplace?search=Zoo'], 'topic'), HERE)
  opened('/material-preview/kidneys', () => HERE)
  opened('/topics-directory?search=Care%20of%20wombats%2C%20ill', () => HERE)
  await wait(6)
  expect(result).toEqual([])
})

it('counts a search when its visitor opens something else or when other visitors click on it', async () => {
  const { note, opened, result, wait } = counting()
  note(search('lupus', ['/material-preview/kidneys']), HERE)
  opened('/material-preview/hearts', () => HERE)
  opened('/material-preview/kidneys', () => ELSEWHERE)
  await wait(6)
  expect(result).toEqual([line('lupus')])
})

it('does not undo a counted search', async () => {
  const { note, opened, result, wait } = counting()
  note(search('lupus', ['/material-preview/kidneys']), HERE)
  await wait(6)
  opened('/material-preview/kidneys', () => HERE)
  note(search('lupus', ['/material-preview/kidneys']), HERE)
  await wait(6)
  expect(result).toEqual([line('lupus')])
})

it('counts the final search text but not its beginnings', async () => {
  const { note, opened, result, wait } = counting()
  for (const words of ['lup', 'lupus neph', 'lupus nephritis']) {
    opened(`/marketplace?search=${encodeURIComponent(words)}`, () => HERE)
    note(search(words), HERE)
  }
  opened('/search?q=lupus', () => HERE)
  await wait(6)
  expect(result).toEqual([line('lupus nephritis')])
})

it('counts the oldest search at once when too many wait, and all of them at the end', async () => {
  const { note, stop, result, wait } = counting()
  for (let at = 0; at < 2005; at += 1) {
    note(search(`word ${at}!`), HERE)
  }
  await wait(0.1)
  expect(result.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((at) => line(`word ${at}!`)))
  expect(result).toHaveLength(5)
  await stop()
  expect(result).toHaveLength(2005)
})

it('calls nothing without a secret key, and logs a failure without delaying visitors', async () => {
  const failed = vi.fn<(error: unknown) => void>()
  const never = vi.fn<typeof globalThis.fetch>()
  const without = missedSearches(backendThat(never, null), failed)
  without.note(search('lupus'), HERE)
  await without.stop()
  const failing = missedSearches(
    backendThat(async () => new Response('{"message":"away"}', { status: 500 })),
    failed,
  )
  failing.note(search('lupus'), HERE)
  await failing.stop()
  expect(failed).toHaveBeenCalledOnce()
  expect(never).not.toHaveBeenCalled()
})

it.each(['//', '//x', '///', '/%', '*', 'http://other/', '/\\x', '/?search=%'])(
  'accepts the path %s of a visitor who missed something',
  async (path) => {
    const { note, opened, result, wait } = counting()
    note(search('lupus', ['//']), HERE)
    opened(path, () => ELSEWHERE)
    await wait(6)
    expect(result).toHaveLength(1)
  },
)
