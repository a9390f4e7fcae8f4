// Checks tokens and sessions against the responses of a hosted project. For the embedded backend:
// tests/process/sessions.test.ts.
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hostedSiteBackend } from './site-backend.ts'

const ADA = '0b6f1c5e-1111-4222-8333-444455556666'
const SESSION = '9a7d2c4e-1111-4222-8333-444455556666'
const claims = { sub: ADA, role: 'authenticated', aud: 'authenticated', email: 'ada@example.ng', session_id: SESSION }

let key: CryptoKey
let published: object
/** The project's responses, by the end of the address. Other addresses are unreachable. */
let project: Record<string, () => Response | Promise<Response>>
const asked: string[] = []

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  key = pair.privateKey
  published = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'of the project', alg: 'ES256', use: 'sig' }] }
})
beforeEach(() => {
  asked.length = 0
  project = { '/jwks.json': () => Response.json(published), '/rpc/session_is_open': () => Response.json(true) }
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input)
    const token = new Headers(init?.headers).get('authorization')
    asked.push(
      `${address.replace('https://project.example', '')} ${token?.startsWith('Bearer ey') ? 'as a person' : 'as nobody'}`,
    )
    const response = Object.entries(project).find(([end]) => address.endsWith(end))?.[1]
    if (!response) {
      throw new TypeError('fetch failed')
    }
    return init?.signal ? Promise.race([response(), aborted(init.signal)]) : response()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

const sign = (more: JWTPayload = {}, by: CryptoKey | Uint8Array = key) =>
  new SignJWT({ ...claims, ...more })
    .setProtectedHeader(by instanceof Uint8Array ? { alg: 'HS256' } : { alg: 'ES256', kid: 'of the project' })
    .setExpirationTime('10m')
    .sign(by)
// Each test has its own project, because the client caches the published keys.
let projects = 0
const backend = () =>
  hostedSiteBackend({
    kind: 'hosted',
    url: `https://project.example/${(projects += 1)}`,
    publishableKey: 'sb_publishable_x',
    secretKey: null,
    patience: 5000,
  })
const ada = { userId: ADA, sessionId: SESSION, email: 'ada@example.ng' }

test('the project is called once with the token of the user', async () => {
  const { verify } = backend()
  expect(await verify(await sign())).toEqual({ ...ada, session: 'open' })
  project['/rpc/session_is_open'] = () => Response.json(false)
  expect(await verify(await sign())).toEqual({ ...ada, session: 'ended' })
  expect(asked.filter((each) => /rpc/.test(each))).toEqual([
    expect.stringMatching(/\/rest\/v1\/rpc\/session_is_open as a person$/),
    expect.stringMatching(/\/rest\/v1\/rpc\/session_is_open as a person$/),
  ])
})

test.each([
  ['too old', { code: 'PGRST303', message: 'JWT expired' }],
  ['from the future', { code: 'PGRST303', message: 'JWT issued at future' }],
  ['not signed by the project', { code: 'PGRST301', message: 'No suitable key' }],
])('a token that the project reports as %s is rejected', async (_what, response) => {
  project['/rpc/session_is_open'] = () => Response.json(response, { status: 401 })
  expect(await backend().verify(await sign())).toBeNull()
})

test('an invalid token is rejected without calling the project', async () => {
  const { verify } = backend()
  for (const token of [
    'nonsense',
    'a.b.c',
    '',
    await sign({ role: 'service_role' }),
    await sign({ session_id: 'x' }),
    await sign({ sub: '' }),
  ]) {
    expect(await verify(token), token).toBeNull()
  }
  expect(asked).toEqual([])
})

test.each<[string, (() => Response) | null]>([
  ['is away', null],
  ['fails', () => Response.json({ message: 'broken' }, { status: 500 })],
  ['does not know the function yet', () => Response.json({ code: 'PGRST202' }, { status: 404 })],
  ['does not take our own key', () => Response.json({ message: 'Invalid API key' }, { status: 401 })],
  ['stands behind a proxy that answers with a page of its own', () => new Response('<p>Back soon</p>')],
  ['has too much to do', () => Response.json({}, { status: 429 })],
])('a token is verified by the published keys without its session while the project %s', async (_what, response) => {
  const { verify } = backend()
  // Verify once, as in a running site.
  await verify(await sign())
  delete project['/jwks.json']
  delete project['/rpc/session_is_open']
  if (response) {
    project['/rpc/session_is_open'] = response
  }
  expect(await verify(await sign())).toMatchObject({ ...ada, session: 'unknown', cause: expect.any(Error) as Error })
  const forged = await generateKeyPair('ES256')
  expect(await verify(await sign({}, forged.privateKey))).toBeNull()
})

test('a token with an unpublished key is verified by the auth service, or not at all when that is unavailable', async () => {
  const secret = new TextEncoder().encode('a secret that only the project has')
  const { verify } = backend()
  const token = await sign({}, secret)
  expect(await verify(token)).toEqual({ ...ada, session: 'open' })
  expect(asked).toHaveLength(1)
  delete project['/rpc/session_is_open']
  await expect(verify(token)).rejects.toThrow('fetch failed')
  project['/auth/v1/user'] = () => Response.json({ id: ADA })
  expect(await verify(token)).toMatchObject({ ...ada, session: 'unknown' })
  project['/auth/v1/user'] = () => Response.json({ code: 'session_not_found', message: 'gone' }, { status: 403 })
  expect(await verify(token)).toBeNull()
})

test('a valid session needs no wait while the published keys are unreadable', async () => {
  project['/jwks.json'] = () => new Promise<Response>(() => {})
  const token = await sign()
  const began = performance.now()
  expect(await backend().verify(token)).toEqual({ ...ada, session: 'open' })
  // The configured timeout is five seconds.
  expect(performance.now() - began).toBeLessThan(4900)
})

test('a request that sends an email has a timeout of fifteen seconds, others the configured one', async () => {
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit)
    return new AbortController().signal
  })
  const { fetch } = backend()
  const patienceFor = async (method: string, address: string) => {
    project[address.replace(/\?.*/, '')] = () => Response.json({})
    project[address] = () => Response.json({})
    await fetch(`https://project.example${address}`, { method })
    return limits.pop()
  }
  for (const slow of ['signup', 'signup?redirect_to=x', 'recover', 'resend', 'otp']) {
    expect(await patienceFor('POST', `/auth/v1/${slow}`), slow).toBe(15_000)
  }
  expect(await patienceFor('PUT', '/auth/v1/user')).toBe(15_000)
  for (const [method, quick] of [
    ['GET', '/auth/v1/user'],
    ['POST', '/auth/v1/token?grant_type=password'],
    ['POST', '/auth/v1/logout'],
    ['GET', '/rest/v1/settings'],
  ] as const) {
    expect(await patienceFor(method, quick), quick).toBe(5000)
  }
  expect(await patienceFor('POST', '/storage/v1/object/material-uploads/x')).toBeUndefined()
  vi.restoreAllMocks()
})
