// Tests that several processes of the site over one backend count together.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { clientWithSecretKey } from '../service-client.ts'
import { openLimiter } from './limiter.ts'
import { limits } from './limits.ts'
import { sharedCounts } from './shared-counter.ts'

const { backend } = await startTestBackend()
let asked: string[]
let isUnavailable: boolean
beforeEach(() => {
  asked = []
  isUnavailable = false
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await backend.database.query('delete from private.rate_limit_counters')
})

/** Creates the limiter of one more process. */
function aProcess() {
  // The request drops the limiter's timeout of a second, which a busy machine may exceed.
  const fetch: typeof globalThis.fetch = (input, { signal: _patience, ...init } = {}) => {
    asked.push(String(input instanceof Request ? input.url : input).replace(/.*\/rpc\//, ''))
    return isUnavailable ? Promise.reject(new TypeError('fetch failed')) : backend.fetch(input, init)
  }
  const client = clientWithSecretKey({ url: backend.url, secretKey: backend.keys.secret_key, fetch }, { repeats: false })
  return openLimiter(limits, sharedCounts(client, backend.keys.secret_key))
}
const wrongPassword = (process: ReturnType<typeof aProcess>) =>
  process.consume('sign-in', '203.0.113.7', { account: 'ada@example.com' }).then(({ wait }) => wait > 0)

test('allows ten wrong passwords over three processes in turn, not thirty', async () => {
  const processes = [aProcess(), aProcess(), aProcess()]
  const rejected: boolean[] = []
  for (let at = 0; at < 15; at += 1) {
    rejected.push(await wrongPassword(processes[at % 3] ?? aProcess()))
  }
  expect(rejected).toEqual([...Array.from({ length: 10 }, () => false), ...Array.from({ length: 5 }, () => true)])
  expect(await wrongPassword(aProcess())).toBe(true)
  expect((await aProcess().consume('sign-in', '203.0.113.8', { account: 'ada@example.com' })).wait).toBe(0)
})

test('shares the refund of a successful or failed request with all processes', async () => {
  const [one, other] = [aProcess(), aProcess()]
  for (let at = 0; at < 25; at += 1) {
    const turn = await (at % 2 ? one : other).consume('sign-in', `203.0.113.${at}`, { account: 'bola@example.com' })
    expect(turn.wait).toBe(0)
    await turn.succeeded()
  }
  const counts = await backend.database.query<{ counted: number }>(
    'select counted from private.rate_limit_counters where counted > 1',
  )
  expect(counts).toEqual([])
})

test('counts per process without delay and logs it once while the shared counts are unavailable', async () => {
  isUnavailable = true
  const one = aProcess()
  const rejected: boolean[] = []
  for (let at = 0; at < 12; at += 1) {
    rejected.push(await wrongPassword(one))
  }
  expect(rejected.filter(Boolean)).toHaveLength(2)
  expect(asked.length).toBeLessThan(10)
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining('this process counts alone for a while'))
})

test('rejects without a query when over the limit here, and never shares the counts of searches', async () => {
  const one = aProcess()
  for (let at = 0; at < 11; at += 1) {
    await wrongPassword(one)
  }
  const before = asked.filter((each) => each === 'count_attempt').length
  for (let at = 0; at < 300; at += 1) {
    await one.consume('search', '203.0.113.7', {})
  }
  expect(asked.filter((each) => each === 'count_attempt')).toHaveLength(before)
})

test('stores no address and no email in the table', async () => {
  await wrongPassword(aProcess())
  const rows = await backend.database.query<{ key: string }>('select key from private.rate_limit_counters')
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.every(({ key }) => /^[\w-]{43}$/.test(key))).toBe(true)
})
