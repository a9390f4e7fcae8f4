// Sessions over the wire: renewed once however many ask, in one process or two, and the same for every tab.
import { SignJWT, decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { openGate } from '../gate.ts'
import { ask, cookieHeader, send } from './ask.ts'
import { DEMO_PASSWORD, type Site, startBackend, startSite, STUDENT, whenOver } from './sites.ts'

const RENEWAL = /grant_type=refresh_token/

/** A backend, a gate that counts what is asked of it, and sites in front of the gate, as many as a hosted project has. */
async function twoSites() {
  const backend = await startBackend()
  const gate = await openGate(Number(backend.port))
  whenOver(() => gate.end())
  const variables = { ...backend.variables, SUPABASE_URL: gate.url }
  const [first, second] = [await startSite(variables), await startSite(variables)]
  /** The cookie of a student whose access token has that many seconds left. */
  const cookieWith = async (seconds: number) => {
    const [access = '', refresh = ''] = tokensIn(await signedIn(first))
    const aged = await new SignJWT(decodeJwt(access))
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(new TextEncoder().encode(backend.keys.jwt_secret))
    return `session=${encodeURIComponent(`${aged} ${refresh}`)}`
  }
  return { first, second, gate, cookieWith }
}

async function signedIn(site: Site): Promise<string> {
  const { cookies } = await send(`${site.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  return cookieHeader(cookies)
}
const tokensIn = (cookie: string) =>
  decodeURIComponent(
    cookie
      .split('; ')
      .find((pair) => pair.startsWith('session='))
      ?.slice('session='.length) ?? '',
  ).split(' ')
const sessionOf = ({ cookies }: { cookies: string[] }) => cookies.filter((line) => line.startsWith('session='))
const dashboard = (site: Site, cookie: string) => ask(`${site.url}/dashboard`, { headers: { cookie } })

test('five requests at once with a token about to run out ask for one new one, and all get the same', async () => {
  const { first, second, gate, cookieWith } = await twoSites()
  const fresh = await cookieWith(600)
  expect((await dashboard(first, fresh)).status).toBe(200)
  expect(gate.asked(RENEWAL)).toBe(0)

  for (const seconds of [30, -30]) {
    const before = gate.asked(RENEWAL)
    const cookie = await cookieWith(seconds)
    const answers = await Promise.all(Array.from({ length: 5 }, () => dashboard(first, cookie)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(gate.asked(RENEWAL) - before).toBe(1)
    const renewed = answers.map((answer) => sessionOf(answer)[0] ?? '')
    expect(new Set(renewed).size).toBe(1)
    expect(tokensIn(renewed[0]?.split(';')[0] ?? '')[1]).toBeTruthy()

    // A tab that was slow still holds the old cookie; it gets the new one too, and nobody asks again.
    const late = await dashboard(first, cookie)
    expect([late.status, sessionOf(late)[0], gate.asked(RENEWAL) - before]).toEqual([200, renewed[0], 1])

    // So does the other process: the same successor, not another one.
    const elsewhere = await dashboard(second, cookie)
    expect([elsewhere.status, gate.asked(RENEWAL) - before]).toEqual([200, 2])
    expect(tokensIn(sessionOf(elsewhere)[0]?.split(';')[0] ?? '')[1]).toBe(tokensIn(renewed[0]?.split(';')[0] ?? '')[1])

    // And what they were given works, without asking again.
    const after = await dashboard(first, renewed[0]?.split(';')[0] ?? '')
    expect([after.status, sessionOf(after), gate.asked(RENEWAL) - before]).toEqual([200, [], 2])
  }

  // A backend that fails for a moment signs nobody out.
  const cookie = await cookieWith(-30)
  gate.fail(RENEWAL, 1)
  const during = await dashboard(first, cookie)
  expect(sessionOf(during)).toEqual([])
  expect((await dashboard(first, cookie)).status).toBe(200)
})

test('an answer to somebody who is signed in is kept by nobody in between', async () => {
  const { first, cookieWith } = await twoSites()
  const cookie = await cookieWith(30)
  for (const address of ['/', '/dashboard', '/dashboard/security', '/marketplace']) {
    expect((await ask(first.url + address, { headers: { cookie } })).headers['cache-control'], address).toBe('private, no-store')
  }
})
