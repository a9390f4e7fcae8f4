import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRounds } from './rounds.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

test('a round is never beside another, and what is asked for meanwhile is one more', async () => {
  let under = 0
  let most = 0
  let done = 0
  const rounds = inRounds(1000, async () => {
    under += 1
    most = Math.max(most, under)
    await new Promise((resolve) => setTimeout(resolve, 100))
    under -= 1
    done += 1
    return { more: false }
  })
  rounds.nudge()
  rounds.nudge()
  rounds.nudge()
  await vi.advanceTimersByTimeAsync(900)
  expect([done, most]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(1000)
  expect([done, most]).toEqual([3, 1])
  await rounds.stop()
  rounds.nudge()
  await vi.advanceTimersByTimeAsync(5000)
  expect(done).toBe(3)
})

test('where there is more the next round follows at once; stopping waits for the one under way', async () => {
  let left = 3
  let done = 0
  const rounds = inRounds(1000, async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    done += 1
    left -= 1
    return { more: left > 0 }
  })
  await vi.advanceTimersByTimeAsync(250)
  expect(done).toBe(2)
  const stopped = rounds.stop()
  await vi.advanceTimersByTimeAsync(100)
  await stopped
  expect(done).toBe(3)
})
