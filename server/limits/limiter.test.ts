import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Limited, Who } from '#app/platform/limits/limits.server.ts'
import { type Limiter, openLimiter } from './limiter.ts'
import { limits, SLOWED_AT_MAX_MS } from './limits.ts'

let limiter: Limiter
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => {
  vi.useFakeTimers()
  limiter = openLimiter()
  warn.mockClear()
})
afterEach(() => vi.useRealTimers())

const owner = { account: 'ada@example.ng' }

/** Makes this many attempts in sequence without refunding any. Returns how many were allowed. */
async function tries(count: number, what: Limited, address: string, who: Who): Promise<number> {
  let through = 0
  for (let nth = 0; nth < count; nth += 1) {
    const turn = limiter.consume(what, address, who)
    await vi.advanceTimersByTimeAsync(SLOWED_AT_MAX_MS)
    through += (await turn).wait === 0 ? 1 : 0
  }
  return through
}

/** Returns the milliseconds until a response. */
async function measureDelay(what: Limited, address: string, who: Who): Promise<number> {
  const started = Date.now()
  let done = 0
  const turn = limiter.consume(what, address, who).then(({ wait }) => {
    done = Date.now()
    return wait
  })
  await vi.advanceTimersByTimeAsync(SLOWED_AT_MAX_MS + 1000)
  expect(await turn).toBe(0)
  return done - started
}

test('allows ten of fifty sign-ins at one account from one address while its owner signs in elsewhere at once', async () => {
  expect(await tries(50, 'sign-in', '203.0.113.7', owner)).toBe(10)
  const { wait } = await limiter.consume('sign-in', '203.0.113.7', owner)
  expect(wait).toBeGreaterThan(60)
  expect(wait).toBeLessThanOrEqual(15 * 60)
  expect(await measureDelay('sign-in', '198.51.100.4', owner)).toBe(0)
  // Other accounts at the same address can still sign in, because rejected attempts do not count for them.
  expect((await limiter.consume('sign-in', '203.0.113.7', { account: 'bola@example.ng' })).wait).toBe(0)
})

test('allows thirty of fifty sign-ins at fifty accounts within a minute, then blocks the address for its minute', async () => {
  let through = 0
  for (let nth = 0; nth < 50; nth += 1) {
    through += (await limiter.consume('sign-in', '203.0.113.7', { account: `student${nth}@example.ng` })).wait === 0 ? 1 : 0
  }
  expect(through).toBe(30)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await limiter.consume('sign-in', '203.0.113.7', owner)).wait).toBe(0)
})

test('delays guesses at one account from many addresses up to four seconds without rejecting any', async () => {
  for (let nth = 0; nth < 20; nth += 1) {
    expect(await measureDelay('sign-in', `203.0.113.${nth}`, owner)).toBe(0)
  }
  expect(await measureDelay('sign-in', '198.51.100.1', owner)).toBe(250)
  expect(await measureDelay('sign-in', '198.51.100.2', owner)).toBe(500)
  for (let nth = 0; nth < 30; nth += 1) {
    await measureDelay('sign-in', `192.0.2.${nth}`, owner)
  }
  expect(await measureDelay('sign-in', '198.51.100.4', owner)).toBe(SLOWED_AT_MAX_MS)
  expect(await measureDelay('sign-in', '198.51.100.4', { account: 'bola@example.ng' })).toBe(0)
})

test('does not count successful sign-ins as failures, however many', async () => {
  for (let nth = 0; nth < 500; nth += 1) {
    const turn = await limiter.consume('sign-in', '203.0.113.7', owner)
    expect(turn.wait).toBe(0)
    await turn.succeeded()
    await vi.advanceTimersByTimeAsync(3000)
  }
})

test('refunds the whole attempt when the failure was ours', async () => {
  for (let nth = 0; nth < 100; nth += 1) {
    const turn = await limiter.consume('comment', '203.0.113.7', { person: 'ada' })
    expect(turn.wait).toBe(0)
    await turn.release()
    await turn.release()
  }
  expect(await tries(6, 'comment', '203.0.113.7', { person: 'ada' })).toBe(5)
})

test('treats spellings of an account as the same, and an IPv6 visitor as the same in their whole /64', async () => {
  await tries(10, 'sign-in', '2001:db8:1:2::1', owner)
  expect((await limiter.consume('sign-in', '2001:db8:1:2:ffff::9', { account: ' ADA@example.ng ' })).wait).toBeGreaterThan(0)
  expect((await limiter.consume('sign-in', '2001:db8:1:3::1', owner)).wait).toBe(0)
})

test('drops emails to one inbox after ten an hour from any address without rejecting the request', async () => {
  const spared = []
  for (let nth = 0; nth < 12; nth += 1) {
    const turn = await limiter.consume('new-password', `203.0.113.${nth}`, owner)
    expect(turn.wait).toBe(0)
    spared.push(turn.spared)
  }
  expect(spared).toEqual([...Array.from({ length: 10 }, () => false), true, true])
})

test('limits a user at any address, and an address for any user', async () => {
  expect(await tries(5, 'comment', '203.0.113.7', { person: 'ada' })).toBe(5)
  expect(await tries(1, 'comment', '198.51.100.4', { person: 'ada' })).toBe(0)
  let through = 0
  for (let nth = 0; nth < 70; nth += 1) {
    through += await tries(1, 'comment', '192.0.2.1', { person: `student ${nth}` })
  }
  expect(through).toBe(60)
})

test('logs a flood once without the account', async () => {
  await tries(50, 'sign-in', '203.0.113.7', owner)
  expect(warn).toHaveBeenCalledTimes(1)
  expect(String(warn.mock.calls[0])).toContain('203.0.113.7')
  expect(String(warn.mock.calls[0])).not.toContain('ada')
})

test("no rule lets strangers lock an account's owner out", () => {
  for (const [what, rules] of Object.entries(limits)) {
    for (const rule of rules) {
      expect(rule.per !== 'account' || rule.beyond !== undefined, what).toBe(true)
      expect(rule.max > 0 && rule.within > 0, what).toBe(true)
    }
    // Each action is limited by address, and by person or submitted email.
    const keys = rules.map(({ per }) => per)
    expect(keys, what).toContain('address')
    // Actions of visitors who submit no email are the exception.
    const anonymous = ['share-picture', 'mail-link', 'views-and-clicks'].includes(what)
    expect(anonymous || keys.includes('person') || keys.includes('account at address'), what).toBe(true)
  }
})
