// Two processes of a site share one backend: what one invalidates in its public reads, the other invalidates too.
import { afterEach, expect, test, vi } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { PublicCache } from '#app/platform/cache/cache.server.ts'
import { embeddedSiteBackend, type SiteBackend } from '../backend/site-backend.ts'
import { shareCacheInvalidations } from './cache-invalidations.ts'
import { Jobs } from '../job-runner/jobs.ts'
import type { PeriodicJob } from '../job-runner/periodic.ts'

let isUnavailable = false
const opened: PeriodicJob[] = []
const { backend } = await startTestBackend()
afterEach(async () => {
  isUnavailable = false
  await Promise.all(opened.splice(0).map((each) => each.stop()))
})

async function aProcess(clock = Date.now) {
  const site: SiteBackend = {
    ...embeddedSiteBackend(backend, 'http://localhost'),
    kind: 'hosted',
    fetch: (input, init) => (isUnavailable ? Promise.reject(new TypeError('fetch failed')) : backend.fetch(input, init)),
  }
  const cache = new PublicCache()
  const rounds = shareCacheInvalidations(site, new Jobs().add('changes of other processes'), cache, clock)
  opened.push(rounds)
  await rounds.idle()
  let reads = 0
  return {
    cache,
    rounds,
    /** Returns how often this process had to query the backend. */
    async reads(key: string): Promise<number> {
      await cache.get(key, async () => (reads += 1))
      return reads
    },
  }
}

test('other processes invalidate the same keys, and nothing else, within some seconds', async () => {
  const [one, other] = [await aProcess(), await aProcess()]
  expect([await other.reads('faq:all'), await other.reads('site')]).toEqual([1, 2])
  one.cache.invalidate('faq')
  await expect.poll(() => other.reads('faq:all'), { interval: 200 }).toBe(3)
  expect(await other.reads('site')).toBe(3)
})

test('a process ignores invalidations from before its start and its own', async () => {
  const one = await aProcess()
  one.cache.invalidate('topics')
  await one.rounds.idle()
  expect(await one.reads('topics:a')).toBe(1)
  one.rounds.nudge()
  await one.rounds.idle()
  expect(await one.reads('topics:a')).toBe(1)
})

test('invalidations during a backend outage arrive afterwards', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const [one, other] = [await aProcess(), await aProcess()]
  expect(await other.reads('rules')).toBe(1)
  isUnavailable = true
  one.cache.invalidate('rules')
  await one.rounds.idle()
  isUnavailable = false
  await expect.poll(() => other.reads('rules'), { interval: 200 }).toBe(2)
  vi.restoreAllMocks()
})

test('a process invalidates everything after a long silence', async () => {
  let time = Date.now()
  const one = await aProcess(() => time)
  expect(await one.reads('site')).toBe(1)
  time += 6 * 60_000
  one.rounds.nudge()
  await one.rounds.idle()
  expect(await one.reads('site')).toBe(2)
})
