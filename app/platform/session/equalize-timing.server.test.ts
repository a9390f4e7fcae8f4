import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { equalizeTiming } from './equalize-timing.server.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

/** Returns the milliseconds until a response whose work took this many. */
async function settledAfter(work: number): Promise<number> {
  const start = performance.now()
  const even = equalizeTiming()
  await vi.advanceTimersByTimeAsync(work)
  const answered = (async () => {
    await even()
    return performance.now() - start
  })()
  await vi.advanceTimersByTimeAsync(2000)
  return answered
}

test.each([
  [0, 500],
  [3, 500],
  [180, 500],
  [499, 500],
  [501, 1000],
  [1400, 1500],
])('equalizeTiming delays work of %i ms to %i ms plus a random time', async (work, expected) => {
  const after = await settledAfter(work)
  expect(after).toBeGreaterThanOrEqual(expected)
  expect(after).toBeLessThanOrEqual(expected + 41)
})
