// Two processes of a site share one backend: what one invalidates in its public reads, the other invalidates too.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import { PublicCache } from '#app/platform/cache/cache.server.ts'
import { type EmbeddedBackend, startBackend } from '../backend/start.ts'
import { embeddedSiteBackend, type SiteBackend } from '../backend/site-backend.ts'
import { shareCacheInvalidations } from './cache-invalidations.ts'
import { Jobs } from '../job-runner/jobs.ts'
import type { PeriodicJob } from '../job-runner/periodic.ts'

const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-forgotten-'))
let backend: EmbeddedBackend
let isUnavailable = false
const opened: PeriodicJob[] = []
beforeAll(async () => {
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} }, database: await openMigrated() },
  )
})
afterEach(async () => {
  isUnavailable = false
  await Promise.all(opened.splice(0).map((each) => each.stop()))
})
afterAll(async () => {
  await backend.stop()
  fs.rmSync(dataDirectory, { recursive: true, force: true })
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
