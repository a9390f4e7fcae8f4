import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Jobs } from './jobs.ts'
import { runPeriodically } from './periodic.ts'

const logged: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  logged.length = 0
  vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(line))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const REFERENCE = /^[34679ACDEFGHJKMNPQRTWXY]{4}-[34679ACDEFGHJKMNPQRTWXY]{4}: /

test('runs one more round, and never two at a time, for any number of nudges during a round', async () => {
  let under = 0
  let max = 0
  let done = 0
  const rounds = runPeriodically(new Jobs().add('a job'), 1000, async () => {
    under += 1
    max = Math.max(max, under)
    await new Promise((resolve) => setTimeout(resolve, 100))
    under -= 1
    done += 1
    return {}
  })
  for (let asked = 0; asked < 50; asked += 1) {
    rounds.nudge()
  }
  await vi.advanceTimersByTimeAsync(900)
  expect([done, max]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(1000)
  expect([done, max]).toEqual([3, 1])
  await rounds.stop()
  rounds.nudge()
  await vi.advanceTimersByTimeAsync(5000)
  expect(done).toBe(3)
})

test('does not queue rounds that take longer than their interval', async () => {
  let started = 0
  const rounds = runPeriodically(new Jobs().add('a job'), 1000, async () => {
    started += 1
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    return {}
  })
  await vi.advanceTimersByTimeAsync(9500)
  expect(started).toBe(1)
  const stopped = rounds.stop()
  await vi.advanceTimersByTimeAsync(1000)
  await stopped
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started).toBe(1)
})

test('starts the next round at once when there is more, and waits for the running one when stopped', async () => {
  let left = 3
  let done = 0
  const rounds = runPeriodically(new Jobs().add('a job'), 1000, async () => {
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

test('logs a failed round with its job and a reference, and runs the next on schedule', async () => {
  let done = 0
  const jobs = new Jobs()
  const rounds = runPeriodically(jobs.add('mails'), 1000, async () => {
    done += 1
    if (done < 3) {
      throw Object.assign(new Error('the key is not known'), { code: 'PGRST301' })
    }
    return {}
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(logged).toEqual([expect.stringMatching(/mails: the key is not known \(PGRST301\)$/)])
  expect(logged[0]).toMatch(REFERENCE)
  const since = jobs.failing()[0]?.since
  await vi.advanceTimersByTimeAsync(1000)
  expect(logged).toHaveLength(2)
  // The job fails from its first failure until a round succeeds.
  expect(jobs.failing()).toEqual([{ job: 'mails', since, seconds: 1 }])
  expect(jobs.failing(Date.now() - 3_600_000), 'a clock set back').toEqual([{ job: 'mails', since, seconds: 0 }])
  await vi.advanceTimersByTimeAsync(1000)
  expect([done, logged.length, jobs.failing()]).toEqual([3, 2, []])
  await rounds.stop()
})

test('reports a job as failing while an item waits for another attempt', async () => {
  const waiting = [1, 1, 0]
  const jobs = new Jobs()
  const job = jobs.add('drive copies')
  const rounds = runPeriodically(job, 1000, async () => {
    const left = waiting.shift() ?? 0
    if (waiting.length === 2) {
      job.failed('502 The drive is away', 'upload 7')
    }
    return { waiting: left }
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(logged).toEqual([expect.stringMatching(/drive copies: upload 7: 502 The drive is away$/)])
  await vi.advanceTimersByTimeAsync(1000)
  expect(jobs.failing()).toMatchObject([{ job: 'drive copies', seconds: 1 }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(jobs.failing()).toEqual([])
  await rounds.stop()
})

test('lists the longest failing job first and no job that only logged an event', async () => {
  const jobs = new Jobs()
  const [first, second, third] = ['one', 'two', 'three'].map((name) => jobs.add(name))
  second?.failed(new Error('second'))
  second?.finishRound(0)
  await vi.advanceTimersByTimeAsync(5000)
  first?.failed(new Error('first'))
  first?.finishRound(0)
  third?.log('2 files were removed')
  third?.finishRound(0)
  expect(jobs.failing().map(({ job, seconds }) => [job, seconds])).toEqual([
    ['two', 5],
    ['one', 0],
  ])
})

test('starts the waiting jobs together, and nudged jobs with them', async () => {
  const jobs = new Jobs({ begin: 'when told' })
  const done = { waiting: 0, atOnce: 0, later: 0 }
  const counting = (which: keyof typeof done) => async () => {
    done[which] += 1
    return {}
  }
  const waiting = runPeriodically(jobs.add('waits'), 1000, counting('waiting'))
  const atOnce = runPeriodically(jobs.add('does not', 'at once'), 1000, counting('atOnce'))
  waiting.nudge()
  await vi.advanceTimersByTimeAsync(1500)
  expect(done).toEqual({ waiting: 0, atOnce: 2, later: 0 })
  jobs.begin()
  const later = runPeriodically(jobs.add('was added later'), 1000, counting('later'))
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual({ waiting: 1, atOnce: 2, later: 1 })
  await Promise.all([waiting, atOnce, later].map((rounds) => rounds.stop()))
})

test('stops a job that never started without running it', async () => {
  let done = 0
  const rounds = runPeriodically(new Jobs({ begin: 'when told' }).add('waits'), 1000, async () => {
    done += 1
    return {}
  })
  rounds.nudge()
  await rounds.stop()
  await rounds.idle()
  expect(done).toBe(0)
})

test('nudging a job starts a round once the job has work', async () => {
  const job = new Jobs().add('a job')
  job.nudge()
  let rounds = 0
  const { stop } = runPeriodically(job, 60_000, async () => {
    rounds += 1
    return {}
  })
  await vi.advanceTimersByTimeAsync(1)
  expect(rounds).toBe(1)
  job.nudge()
  await vi.advanceTimersByTimeAsync(1)
  expect(rounds).toBe(2)
  await stop()
})

test('a round does not fail when the disk becomes full during it, but does for another reason', async () => {
  const jobs = new Jobs()
  let isFull = false
  jobs.pauseWhile(() => isFull)
  const error = Object.assign(new Error('The disk is full'), { code: '53100' })
  const job = jobs.add('orders')
  const rounds = runPeriodically(job, 1000, async () => {
    isFull = true
    throw error
  })
  await vi.advanceTimersByTimeAsync(500)
  expect([job.rounds, logged, jobs.failing()]).toEqual([1, [], []])
  isFull = false
  error.code = '42501'
  await vi.advanceTimersByTimeAsync(1000)
  expect(logged).toEqual([expect.stringMatching(/orders: The disk is full \(42501\)$/)])
  expect(jobs.failing()).toMatchObject([{ job: 'orders' }])
  await rounds.stop()
})
