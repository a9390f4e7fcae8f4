/* Tests the sign-in limits per visitor address and account over HTTP. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestResponse, send } from '../support/http.ts'
import { newAddress } from '../support/emails.ts'
import { at, expectRejected, signIn, somewhere, getStatuses, times } from './floods.ts'
import { DEMO_PASSWORD, shared, type Site, startSite, STUDENT } from './sites.ts'

let site: Site
beforeAll(async () => {
  // Its backend is in its own process: a flood against a remote one would meet time limits on a slow machine.
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1 ::1' })
})

describe('fifty sign-ins from one address', () => {
  test('at one account get 429 with Retry-After, while its owner signs in elsewhere', async () => {
    const flood = somewhere()
    const responses: TestResponse[] = []
    for (let nth = 0; nth < 50; nth += 1) {
      responses.push(await signIn(site.url, STUDENT, `wrong ${nth}`, at(flood)))
    }
    expect(getStatuses(responses)).toEqual({ 400: 10, 429: 40 })
    expectRejected(responses[49] as TestResponse, 'There were too many attempts to sign in from here. Wait ', 15 * 60)
    // The input is shown again, except for the password.
    expect(responses[49]?.text).toContain(`value="${STUDENT}"`)
    expect(responses[49]?.text).not.toContain('wrong 49')
    // From that address the right password does not help either, or the flood would discover it.
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(flood))).status).toBe(429)

    const owner = await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))
    expect([owner.status, owner.headers.location]).toEqual([303, '/dashboard'])
    // Other users at that address can sign in to their own accounts.
    expect((await signIn(site.url, newAddress('other'), 'wrong', at(flood))).status).toBe(400)
  })

  test('at once stop at the limit and get the same response for known and unknown accounts', async () => {
    const rejected = []
    for (const email of [STUDENT, newAddress('nobody')]) {
      const flood = somewhere()
      const responses = await times(50, (nth) => signIn(site.url, email, `wrong ${nth}`, at(flood)))
      expect(getStatuses(responses)).toEqual({ 400: 10, 429: 40 })
      const { status, text } = await signIn(site.url, email, 'wrong', at(flood))
      rejected.push([status, text.replaceAll(email, 'EMAIL').replaceAll(/\d+ minutes/g, 'MINUTES')])
    }
    expect(rejected[0]).toEqual(rejected[1])
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))).status).toBe(303)
  })

  test('at many accounts stop at thirty, also for the right password, and do not affect other addresses', async () => {
    const flood = somewhere()
    // Successful sign-ins count only towards the limit of the address, not towards that of an account.
    for (let round = 0; round < 2; round += 1) {
      expect(getStatuses(await times(6, () => signIn(site.url, STUDENT, DEMO_PASSWORD, at(flood))))).toEqual({ 303: 6 })
    }
    const responses = await times(38, (nth) => signIn(site.url, newAddress(`student${nth}`), 'a guess', at(flood)))
    expect(getStatuses(responses)).toEqual({ 400: 18, 429: 20 })
    expectRejected(
      responses.find(({ status }) => status === 429) as TestResponse,
      'There were too many attempts to sign in from here.',
      60,
    )
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(flood))).status).toBe(429)
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))).status).toBe(303)
  })
})

// With password resets, which hash nothing: every limit determines the visitor's address alike.
describe('the address of a visitor', () => {
  /**
   * Requests as often as the limit of one email from one address allows, and twice more; returns the headers of each.
   */
  const ask = (url: string, getHeaders: (nth: number) => Record<string, string>, email = newAddress('forger')) =>
    times(7, (nth) => send(`${url}/auth/forgot-password`, { email }, { headers: getHeaders(nth) }))
  const asOne = { 303: 5, 429: 2 }

  test('ignores forged headers where no proxy is trusted', async () => {
    const forged = (nth: number) => ({
      'x-forwarded-for': `198.51.100.${nth}`,
      forwarded: `for=198.51.100.${nth}`,
      'x-real-ip': `198.51.100.${nth}`,
    })
    expect(getStatuses(await ask(shared.url, forged))).toEqual(asOne)
  })

  test('ignores what a visitor sends to a trusted proxy', async () => {
    const place = somewhere()
    const written = (nth: number) => ({ 'x-forwarded-for': `198.51.100.${nth}, 10.0.0.${nth}, ${place}` })
    expect(getStatuses(await ask(site.url, written))).toEqual(asOne)
    // The Forwarded header does not count either; this proxy passes it on unchanged.
    const disagreeing = (nth: number) => ({ 'x-forwarded-for': place, forwarded: `for=198.51.100.${nth}` })
    expect(getStatuses(await ask(site.url, disagreeing))).toEqual(asOne)
  })

  test('covers a whole IPv6 /64', async () => {
    const email = newAddress('many-faces')
    const avatar = (nth: number) => ({ 'x-forwarded-for': `2001:db8:1:2:${nth.toString(16)}::1` })
    expect(getStatuses(await ask(site.url, avatar, email))).toEqual(asOne)
    expect((await send(`${site.url}/auth/forgot-password`, { email }, at('2001:db8:1:3::1'))).status).toBe(303)
  })
})
