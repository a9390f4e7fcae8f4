import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { countViewsAndClicks } from './views-and-clicks.ts'

const MINUTE = 60_000
type Batch = { batch: string; input: { key: string; day: string; views: number; clicks: number }[] }

const logged: string[] = []
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') })
  logged.length = 0
  vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(line))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Creates a counter whose backend records what it is sent and responds with `status`. */
function counting(secretKey: string | null = 'secret') {
  const backend = { status: 200, sent: [] as Batch[] }
  const jobs = new Jobs()
  const fetch = async (_address: unknown, request?: RequestInit) => {
    backend.sent.push(JSON.parse(typeof request?.body === 'string' ? request.body : '{}') as Batch)
    return new Response(backend.status === 200 ? 'true' : '{"message":"away"}', { status: backend.status })
  }
  const counted = countViewsAndClicks(
    { url: 'http://backend', secretKey, fetch } as SiteBackend,
    jobs.add('views and clicks'),
    MINUTE,
  )
  return { backend, jobs, counted, minutes: (count: number) => vi.advanceTimersByTimeAsync(count * MINUTE) }
}

test('sends a thousand views and ten clicks in one call a minute, and nothing when nothing was counted', async () => {
  const { backend, counted, minutes } = counting()
  for (let view = 0; view < 1000; view += 1) {
    counted.count('views', view % 2 ? 'pain' : 'wound-care', 'typed')
  }
  for (let click = 0; click < 10; click += 1) {
    counted.count('clicks', 'pain', 'typed')
  }
  expect(backend.sent).toEqual([])
  await minutes(5)
  expect(backend.sent.map(({ input }) => input)).toEqual([
    [
      { key: 'wound-care', day: '2026-11-22', source: 'typed', views: 500, clicks: 0 },
      { key: 'pain', day: '2026-11-22', source: 'typed', views: 500, clicks: 10 },
    ],
  ])
  await counted.stop()
})

test('resends an unanswered batch unchanged, queues later counts and logs the failure once', async () => {
  const { backend, jobs, counted, minutes } = counting()
  backend.status = 503
  counted.count('views', 'pain', 'typed')
  await minutes(1)
  counted.count('views', 'pain', 'typed')
  await minutes(10)
  expect(new Set(backend.sent.map(({ batch }) => batch)).size).toBe(1)
  expect(backend.sent.every(({ input }) => input[0]?.views === 1)).toBe(true)
  expect(logged.filter((line) => line.includes('views and clicks'))).toHaveLength(1)
  expect(jobs.failing()).toMatchObject([{ job: 'views and clicks' }])

  backend.status = 200
  await minutes(2)
  const [first, second] = backend.sent.slice(-2)
  expect([first?.input, second?.input]).toEqual(
    [1, 1].map((views) => [{ key: 'pain', day: '2026-11-22', source: 'typed', views, clicks: 0 }]),
  )
  expect(first?.batch).toBe(backend.sent[0]?.batch)
  expect(second?.batch).not.toBe(first?.batch)
  expect(jobs.failing()).toEqual([])
  await counted.stop()
})

test('uses the day of the view in Lagos, however late it is sent', async () => {
  const { backend, counted, minutes } = counting()
  vi.setSystemTime(Date.parse('2026-11-22T22:59:50Z'))
  counted.count('views', 'pain', 'typed')
  vi.setSystemTime(Date.parse('2026-11-22T23:00:10Z'))
  counted.count('views', 'pain', 'typed')
  await minutes(1)
  expect(backend.sent[0]?.input.map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-23'])
  await counted.stop()
})

test('sends the counts early on request', async () => {
  const { backend, counted } = counting()
  counted.count('views', 'pain', 'typed')
  await counted.sendNow()
  expect(backend.sent).toHaveLength(1)
  backend.status = 503
  counted.count('views', 'pain', 'typed')
  await counted.sendNow()
  await counted.stop()
})

test('sends the rest and failed batches at shutdown, and logs what is lost', async () => {
  const { backend, counted, minutes } = counting()
  backend.status = 503
  counted.count('views', 'pain', 'typed')
  await minutes(1)
  counted.count('clicks', 'pain', 'typed')
  backend.status = 200
  await counted.stop()
  expect(backend.sent.slice(-2).map(({ input }) => input[0])).toMatchObject([
    { views: 1, clicks: 0 },
    { views: 0, clicks: 1 },
  ])

  const other = counting()
  other.backend.status = 503
  other.counted.count('views', 'pain', 'typed')
  await other.counted.stop()
  expect(logged.at(-1)).toContain('Could not send the last counts, so they are lost')
})

test('limits the memory for made-up addresses while known ones still count', async () => {
  const { backend, counted, minutes } = counting()
  counted.count('views', 'pain', 'typed')
  for (let at = 0; at < 8000; at += 1) {
    counted.count('views', `made-up-${at}`, 'typed')
  }
  counted.count('views', 'pain', 'typed')
  await minutes(1)
  expect(backend.sent[0]?.input).toHaveLength(5000)
  expect(backend.sent[0]?.input[0]).toMatchObject({ key: 'pain', views: 2 })
  await counted.stop()
})

test('counts nothing without a secret key', async () => {
  const { backend, counted, minutes } = counting(null)
  counted.count('views', 'pain', 'typed')
  await minutes(2)
  await counted.stop()
  expect(backend.sent).toEqual([])
})
