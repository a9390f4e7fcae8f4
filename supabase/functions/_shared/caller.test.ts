import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectKeys, useProject, whoCalls } from './caller.ts'

const URL = 'https://project.example'
const SECRET = 'sb_secret_default'
const hosted = {
  SUPABASE_URL: URL,
  SUPABASE_SECRET_KEYS: JSON.stringify({ site: 'sb_secret_site', default: SECRET }),
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: 'sb_publishable_default' }),
  SUPABASE_SERVICE_ROLE_KEY: 'ey.service.role',
  SUPABASE_ANON_KEY: 'ey.anon.key',
}
let dataApi: () => Response | Promise<Response>
const asked: Headers[] = []
let before: ReturnType<typeof useProject>
beforeEach(() => {
  before = useProject(null)
  for (const [name, value] of Object.entries(hosted)) {
    vi.stubEnv(name, value)
  }
  for (const name of ['SUPABASE_SECRET_KEY', 'SUPABASE_PUBLISHABLE_KEY']) {
    vi.stubEnv(name, '')
  }
  asked.length = 0
  dataApi = () => Response.json(true)
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    expect(address).toBe(`${URL}/rest/v1/rpc/session_is_open`)
    asked.push(new Headers(init?.headers))
    return dataApi()
  })
})
afterEach(() => {
  useProject(before)
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const calls = (headers: Record<string, string>) => whoCalls(new Request(`${URL}/functions/v1/x`, { method: 'POST', headers }))
const statusOf = async (headers: Record<string, string>) => {
  const caller = await calls(headers)
  return caller instanceof Response ? caller.status : caller.kind
}

test.each([
  ['the secret key named default', SECRET],
  ['a secret key of another name', 'sb_secret_site'],
  ['the older service_role key', 'ey.service.role'],
])('accepts %s without calling the data API', async (_what, key) => {
  expect(await statusOf({ apikey: key })).toBe('secret key')
  expect(await statusOf({ authorization: `Bearer ${key}` })).toBe('secret key')
  expect(asked).toEqual([])
})

test.each(['HS256', 'ES256'])('sends a user’s token signed by %s to the data API with the publishable key', async (alg) => {
  const token = `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.eyJzdWIiOiJ4In0.c2ln`
  expect(await statusOf({ apikey: 'sb_publishable_default', authorization: `Bearer ${token}` })).toBe('person')
  expect(asked[0]?.get('authorization')).toBe(`Bearer ${token}`)
  expect(asked[0]?.get('apikey')).toBe('sb_publishable_default')
})

test.each<[string, () => Response, number]>([
  ['of an ended session', () => Response.json(false), 401],
  ['that the project did not sign', () => Response.json({ code: 'PGRST301' }, { status: 401 }), 401],
  ['of a visitor', () => Response.json({ code: '42501' }, { status: 403 }), 401],
  ['that cannot be verified', () => Response.json({}, { status: 500 }), 503],
  ['while the data API is unavailable', () => Response.error(), 503],
])('rejects a token %s', async (_what, response, status) => {
  dataApi = response
  expect(await statusOf({ authorization: 'Bearer eyJ.eyJ.eyJ' })).toBe(status)
})

test('accepts neither an empty header nor the publishable key nor an invalid token', async () => {
  expect(await statusOf({})).toBe(401)
  expect(await statusOf({ apikey: 'sb_publishable_default' })).toBe(401)
  expect(await statusOf({ apikey: '', authorization: 'Bearer ' })).toBe(401)
  expect(await statusOf({ authorization: `Bearer ${SECRET}x` })).toBe(401)
  expect(asked).toEqual([])
})

test('picks the key named default, the key of the embedded backend, or the older key', () => {
  expect(projectKeys(hosted)).toMatchObject({ secret: SECRET, publishable: 'sb_publishable_default' })
  expect(projectKeys({ ...hosted, SUPABASE_SECRET_KEY: 'of the process' }).secret).toBe('of the process')
  const older = { ...hosted, SUPABASE_SECRET_KEYS: '', SUPABASE_PUBLISHABLE_KEYS: '{}' }
  expect(projectKeys(older)).toMatchObject({ secret: 'ey.service.role', publishable: 'ey.anon.key' })
})

test.each([
  ['SUPABASE_URL', { ...hosted, SUPABASE_URL: '' }],
  ['SUPABASE_SECRET_KEYS', { ...hosted, SUPABASE_SECRET_KEYS: '', SUPABASE_SERVICE_ROLE_KEY: '' }],
  ['SUPABASE_PUBLISHABLE_KEYS', { ...hosted, SUPABASE_PUBLISHABLE_KEYS: '', SUPABASE_ANON_KEY: '' }],
])('reports a missing %s', (name, env) => {
  expect(() => projectKeys(env)).toThrow(name)
})
