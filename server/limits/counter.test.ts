import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Counter } from './counter.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('counts each key separately and resets it after its period', async () => {
  const counter = new Counter({ max: 2, within: 60 })
  expect((await counter.count('ada')).counted).toBe(1)
  vi.advanceTimersByTime(20_000)
  expect(await counter.count('ada')).toEqual({ counted: 2, wait: 40_000 })
  expect((await counter.count('bola')).counted).toBe(1)
  vi.advanceTimersByTime(40_001)
  expect((await counter.count('ada')).counted).toBe(1)
})

test('refunds an attempt, and gives no credit after a reset', async () => {
  const counter = new Counter({ max: 2, within: 60 })
  await counter.count('ada')
  await counter.release('ada')
  await counter.release('ada')
  expect((await counter.count('ada')).counted).toBe(1)
  vi.advanceTimersByTime(60_001)
  await counter.release('ada')
  expect((await counter.count('ada')).counted).toBe(1)
})

test('evicts the least recently seen key beyond its maximum number of keys', async () => {
  const counter = new Counter({ max: 2, within: 60 }, 3)
  for (const key of ['ada', 'bola', 'chidi', 'ada', 'dayo']) {
    await counter.count(key)
  }
  expect((await counter.count('ada')).counted).toBe(3)
  // Bola was evicted to make room for Dayo.
  expect((await counter.count('bola')).counted).toBe(1)
})

test('stores no more keys than its maximum after a hundred thousand', async () => {
  const counter = new Counter({ max: 2, within: 3600 }, 1000)
  for (let key = 0; key < 100_000; key += 1) {
    await counter.count(`visitor ${key}`)
  }
  // There is one timer for each stored key.
  expect(vi.getTimerCount()).toBe(1000)
})
