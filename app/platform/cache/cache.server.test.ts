import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PublicCache } from './cache.server.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const MINUTES = 60_000

/** Returns a backend that counts its reads and fails at those listed by `fails`. */
function backend(fails: (read: number) => boolean = () => false) {
  let reads = 0
  return {
    read: async () => {
      reads += 1
      if (fails(reads)) {
        throw new Error('down')
      }
      return `read ${reads}`
    },
    reads: () => reads,
  }
}

test('PublicCache reads a value once for concurrent requests and caches it for five minutes', async () => {
  const cache = new PublicCache()
  const { read, reads } = backend()
  await Promise.all(Array.from({ length: 20 }, () => cache.get('a', read)))
  vi.advanceTimersByTime(4.9 * MINUTES)
  expect(await cache.get('a', read)).toBe('read 1')
  expect(reads()).toBe(1)
})

test('PublicCache returns the old value after five minutes and reads a new one in the background', async () => {
  const cache = new PublicCache()
  const { read, reads } = backend()
  await cache.get('a', read)
  vi.advanceTimersByTime(5.1 * MINUTES)
  expect(await cache.get('a', read)).toBe('read 1')
  await vi.advanceTimersByTimeAsync(10)
  expect(await cache.get('a', read)).toBe('read 2')
  expect(reads()).toBe(2)
})

test('PublicCache returns the value when only the third attempt succeeds', async () => {
  const cache = new PublicCache()
  const { read, reads } = backend((number) => number <= 2)
  const value = cache.get('a', read)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await value).toBe('read 3')
  expect(reads()).toBe(3)
})

test('PublicCache tries four times when the backend is down, and caches nothing', async () => {
  const cache = new PublicCache()
  const { read, reads } = backend((number) => number <= 4)
  const value = cache.get('a', read).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await value).toBe('down')
  expect(reads()).toBe(4)
  expect(await cache.get('a', read)).toBe('read 5')
})

test('PublicCache returns the cached value while the backend is down', async () => {
  const cache = new PublicCache()
  const { read } = backend((number) => number > 1)
  await cache.get('a', read)
  vi.advanceTimersByTime(6 * MINUTES)
  expect(await cache.get('a', read)).toBe('read 1')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await cache.get('a', read)).toBe('read 1')
})

test('PublicCache invalidates values by the prefix of their keys, and limits its size', async () => {
  const cache = new PublicCache(2)
  const { read, reads } = backend()
  await cache.get('material:a', read)
  cache.invalidate('material:')
  await cache.get('material:a', read)
  expect(reads()).toBe(2)
  await cache.get('b', read)
  await cache.get('c', read)
  await cache.get('material:a', read)
  expect(reads()).toBe(5)
})

test('PublicCache retains values that are read often', async () => {
  const cache = new PublicCache(10)
  const { read, reads } = backend()
  await cache.get('settings', read)
  for (let search = 0; search < 100; search += 1) {
    await cache.get(`search ${search}`, async () => 'found')
    expect(await cache.get('settings', read)).toBe('read 1')
  }
  expect(reads()).toBe(1)
})

test('PublicCache returns but does not cache a value that is invalidated while it is read', async () => {
  const cache = new PublicCache()
  let finish: (value: string) => void = () => {}
  const old = cache.get('a', () => new Promise<string>((resolve) => (finish = resolve)))
  cache.invalidate('a')
  const fresh = cache.get('a', async () => 'new')
  finish('old')
  expect(await old).toBe('old')
  expect(await fresh).toBe('new')
  expect(await cache.get('a', async () => 'read again')).toBe('new')
})
