import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PublicCache } from './cache.server.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const MINUTES = 60_000

/** A backend that counts its reads and fails at the reads that `fails` lists. */
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

test('a value is read once and kept for five minutes, however many ask', async () => {
  const cache = new PublicCache()
  const { read, reads } = backend()
  await Promise.all(Array.from({ length: 20 }, () => cache.get('a', read)))
  vi.advanceTimersByTime(4.9 * MINUTES)
  expect(await cache.get('a', read)).toBe('read 1')
  expect(reads()).toBe(1)
})

test('after five minutes the old value is given at once and a new one is read behind it', async () => {
  const cache = new PublicCache()
  const { read, reads } = backend()
  await cache.get('a', read)
  vi.advanceTimersByTime(5.1 * MINUTES)
  expect(await cache.get('a', read)).toBe('read 1')
  await vi.advanceTimersByTimeAsync(10)
  expect(await cache.get('a', read)).toBe('read 2')
  expect(reads()).toBe(2)
})

test('a read that fails twice is tried again and answers', async () => {
  const cache = new PublicCache()
  const { read, reads } = backend((number) => number <= 2)
  const answer = cache.get('a', read)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await answer).toBe('read 3')
  expect(reads()).toBe(3)
})

test('a backend that is down is tried four times in all, and nothing is kept of it', async () => {
  const cache = new PublicCache()
  const { read, reads } = backend((number) => number <= 4)
  const answer = cache.get('a', read).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toBe('down')
  expect(reads()).toBe(4)
  expect(await cache.get('a', read)).toBe('read 5')
})

test('a known value outlives a backend that goes down', async () => {
  const cache = new PublicCache()
  const { read } = backend((number) => number > 1)
  await cache.get('a', read)
  vi.advanceTimersByTime(6 * MINUTES)
  expect(await cache.get('a', read)).toBe('read 1')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await cache.get('a', read)).toBe('read 1')
})

test('what an admin changed is forgotten by the beginning of its key, and memory is bounded', async () => {
  const cache = new PublicCache(2)
  const { read, reads } = backend()
  await cache.get('material:a', read)
  cache.forget('material:')
  await cache.get('material:a', read)
  expect(reads()).toBe(2)
  await cache.get('b', read)
  await cache.get('c', read)
  await cache.get('material:a', read)
  expect(reads()).toBe(5)
})

test('what is asked for again and again stays, however much else is read', async () => {
  const cache = new PublicCache(10)
  const { read, reads } = backend()
  await cache.get('settings', read)
  for (let search = 0; search < 100; search += 1) {
    await cache.get(`search ${search}`, async () => 'found')
    expect(await cache.get('settings', read)).toBe('read 1')
  }
  expect(reads()).toBe(1)
})

test('what is being read while it is forgotten is given to who asked, and not kept', async () => {
  const cache = new PublicCache()
  let finish: (value: string) => void = () => {}
  const old = cache.get('a', () => new Promise<string>((resolve) => (finish = resolve)))
  cache.forget('a')
  const fresh = cache.get('a', async () => 'new')
  finish('old')
  expect(await old).toBe('old')
  expect(await fresh).toBe('new')
  expect(await cache.get('a', async () => 'read again')).toBe('new')
})
