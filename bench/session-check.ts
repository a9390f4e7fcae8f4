// node bench/session-check.ts [calls]: measures the cost of the session check, for each request and for each statement
// under row security. The compared calls alternate in one run, so that other load on the machine affects all of them.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { createClient } from '@supabase/supabase-js'
import { jwtVerify } from 'jose'
import { serveBackend } from '#server/backend/serve.ts'
import { startBackend } from '#server/backend/start.ts'
import { makeDemoAccounts } from '#server/seed/demo-accounts.ts'
import { embeddedSiteBackend, hostedSiteBackend } from '#server/backend/site-backend.ts'
import { freePort } from '#tests/support/processes.ts'

const CALLS = Number(process.argv[2] ?? 300)
const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-session-check-'))
const env = { backend: { kind: 'embedded' } as const, dataDirectory, keys: {}, siteUrl: 'http://localhost:3000' }
const backend = await startBackend(env, { mailer: { send: async () => {} } })
const { database } = backend
const port = await freePort()
const server = await serveBackend(backend, port)
try {
  const { student } = await makeDemoAccounts(database, { ...env, demoPassword: null })
  const client = createClient(backend.url, backend.keys.publishable_key, {
    auth: { persistSession: false },
    global: { fetch: backend.fetch },
  })
  const { data } = await client.auth.signInWithPassword(student)
  const { access_token: token = '', user } = data.session ?? {}
  const claims = JSON.stringify({ sub: user?.id, role: 'authenticated', ...decoded(token) })

  const secret = new TextEncoder().encode(backend.keys.jwt_secret)
  const here = embeddedSiteBackend(backend, env.siteUrl)
  const there = hostedSiteBackend({
    kind: 'hosted',
    url: `http://127.0.0.1:${port}`,
    publishableKey: backend.keys.publishable_key,
    secretKey: null,
    patience: 10_000,
  })
  // Replace the session check by the earlier row security, for comparison.
  await database.run(`
    create function private.profile_by_token_alone() returns uuid language sql stable security definer set search_path = ''
      as 'select id from public.profiles where user_id = (select auth.uid())'`)
  await database.query(`select set_config('request.jwt.claims', $1, false), set_config('request.jwt.claim.sub', $2, false)`, [
    claims,
    user?.id,
  ])
  const inSql = (expression: string) => () => database.query(`select (select ${expression})`)
  const asks: [string, () => Promise<unknown>][] = [
    ['a request, embedded: the token alone', () => jwtVerify(token, secret)],
    ['a request, embedded: token and session', () => here.verify(token)],
    ['a request, over HTTP on one machine: token and session', () => there.verify(token)],
    ['a read of one row by the data API, for scale', async () => client.from('settings').select('setting_key').limit(1)],
    ['a statement that asks for nobody', inSql('1')],
    ['a statement that asks for the own profile, by the token alone', inSql('private.profile_by_token_alone()')],
    ['a statement that asks for the own profile, session and all', inSql('private.own_profile_id()')],
  ]
  const times = asks.map((): number[] => [])
  for (let call = -20; call < CALLS; call += 1) {
    for (const [at, [, ask]] of asks.entries()) {
      const start = performance.now()
      await ask()
      if (call >= 0) {
        times[at]?.push(performance.now() - start)
      }
    }
  }
  console.log(`${CALLS} calls each, microseconds: median, and the quickest tenth`)
  for (const [at, [what]] of asks.entries()) {
    const sorted = (times[at] ?? []).toSorted((a, b) => a - b)
    const [half, tenth] = [0.5, 0.1].map((part) => (sorted[Math.floor(sorted.length * part)] ?? 0) * 1000)
    console.log(`${what}: ${half?.toFixed(0)}, ${tenth?.toFixed(0)}`)
  }
} finally {
  server.close()
  await once(server, 'close')
  await backend.stop()
  fs.rmSync(dataDirectory, { recursive: true })
}

function decoded(token: string): object {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
}
