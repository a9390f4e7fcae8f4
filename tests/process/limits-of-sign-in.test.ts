/* Passwords tried in floods, as they come over the wire, and where a visitor is. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer } from '../support/ask.ts'
import { newAddress } from '../support/mails.ts'
import { at, expectRefused, signIn, somewhere, statusesOf, times } from './floods.ts'
import { DEMO_PASSWORD, shared, type Site, startSite, STUDENT } from './sites.ts'

let site: Site
beforeAll(async () => {
  // Its backend is in its own process: at one elsewhere a flood meets time limits, on a slow machine.
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1 ::1' })
})

describe('fifty sign-ins from one place', () => {
  test('at one account, one after the other: 429 with Retry-After, while its owner gets in elsewhere', async () => {
    const flood = somewhere()
    const answers: Answer[] = []
    for (let nth = 0; nth < 50; nth += 1) {
      answers.push(await signIn(site.url, STUDENT, `wrong ${nth}`, at(flood)))
    }
    expect(statusesOf(answers)).toEqual({ 400: 10, 429: 40 })
    expectRefused(answers[49] as Answer, 'There were too many tries to log in from here. Wait ', 15 * 60)
    // What was typed stands again, but for the password.
    expect(answers[49]?.text).toContain(`value="${STUDENT}"`)
    expect(answers[49]?.text).not.toContain('wrong 49')
    // Where the flood is, the right password does not help either: it would be found out so.
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(flood))).status).toBe(429)

    const owner = await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))
    expect([owner.status, owner.headers.location]).toEqual([303, '/dashboard'])
    // And whoever else is at that address gets into their own account.
    expect((await signIn(site.url, newAddress('other'), 'wrong', at(flood))).status).toBe(400)
  })

  test('all at once, known and unknown: not one more is looked at, and they are refused alike', async () => {
    const refused = []
    for (const email of [STUDENT, newAddress('nobody')]) {
      const flood = somewhere()
      const answers = await times(50, (nth) => signIn(site.url, email, `wrong ${nth}`, at(flood)))
      expect(statusesOf(answers)).toEqual({ 400: 10, 429: 40 })
      const { status, text } = await signIn(site.url, email, 'wrong', at(flood))
      refused.push([status, text.replaceAll(email, 'EMAIL').replaceAll(/\d+ minutes/g, 'MINUTES')])
    }
    expect(refused[0]).toEqual(refused[1])
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))).status).toBe(303)
  })

  test('at many accounts: thirty are looked at, the right password is no way around, and others elsewhere sign in', async () => {
    const flood = somewhere()
    // More than one account may be tried wrongly: what is right counts for the place alone.
    for (let round = 0; round < 2; round += 1) {
      expect(statusesOf(await times(6, () => signIn(site.url, STUDENT, DEMO_PASSWORD, at(flood))))).toEqual({ 303: 6 })
    }
    const answers = await times(38, (nth) => signIn(site.url, newAddress(`student${nth}`), 'a guess', at(flood)))
    expect(statusesOf(answers)).toEqual({ 400: 18, 429: 20 })
    expectRefused(answers.find(({ status }) => status === 429) as Answer, 'There were too many tries to log in from here.', 60)
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(flood))).status).toBe(429)
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))).status).toBe(303)
  })
})

describe('where a visitor is', () => {
  test('forged headers change nothing where no proxy is named', async () => {
    const email = newAddress('forger')
    const answers: Answer[] = []
    for (let nth = 0; nth < 12; nth += 1) {
      const forged = {
        'x-forwarded-for': `198.51.100.${nth}`,
        forwarded: `for=198.51.100.${nth}`,
        'x-real-ip': `198.51.100.${nth}`,
      }
      answers.push(await signIn(shared.url, email, `wrong ${nth}`, { headers: forged }))
    }
    expect(statusesOf(answers)).toEqual({ 400: 10, 429: 2 })
  })

  test('what a visitor writes before a named proxy changes nothing', async () => {
    const email = newAddress('forger')
    const place = somewhere()
    const answers: Answer[] = []
    for (let nth = 0; nth < 15; nth += 1) {
      answers.push(await signIn(site.url, email, `wrong ${nth}`, at(`198.51.100.${nth}, 10.0.0.${nth}, ${place}`)))
    }
    expect(statusesOf(answers)).toEqual({ 400: 10, 429: 5 })
    // Nor does the other header, which this proxy passes on as it came.
    const disagreeing: Answer[] = []
    for (let nth = 0; nth < 15; nth += 1) {
      const headers = { 'x-forwarded-for': place, forwarded: `for=198.51.100.${nth}` }
      disagreeing.push(await signIn(site.url, email, `wrong ${nth}`, { headers }))
    }
    expect(statusesOf(disagreeing)).toEqual({ 400: 10, 429: 5 })
  })

  test('all of an IPv6 /64 is one visitor', async () => {
    const email = newAddress('many-faces')
    const answers: Answer[] = []
    for (let nth = 0; nth < 15; nth += 1) {
      answers.push(await signIn(site.url, email, `wrong ${nth}`, at(`2001:db8:1:2:${nth.toString(16)}::1`)))
    }
    expect(statusesOf(answers)).toEqual({ 400: 10, 429: 5 })
    expect((await signIn(site.url, email, 'wrong', at('2001:db8:1:3::1'))).status).toBe(400)
  })
})
