// A self-managed PostgreSQL, created exactly as docs/operating.md says; the site's role has no administrative rights.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../../supabase/tests/at-once/postgresql.ts'
import { freePort, listens, root, run, type Running, runToEnd, temporaryDirectory } from '../support/processes.ts'

const guide = fs.readFileSync(path.join(root, 'docs/operating.md'), 'utf8')
const [, section = ''] = guide.split('## Self-managed PostgreSQL')
const [psql = '', start = ''] = [...section.matchAll(/```sh\n(.*?)\n```/gs)].map(([, command]) => command ?? '')

let cluster: Cluster
let databaseUrl: string
const directories = [temporaryDirectory(), temporaryDirectory()]
const [own, other] = directories.map(({ path: each }) => each)
const running: Running[] = []

beforeAll(async () => {
  cluster = await startCluster('postgres')
  const address = new URL(cluster.url)
  execFileSync('sh', ['-c', psql.replace('postgres://postgres@127.0.0.1:5432/postgres', cluster.url)], {
    cwd: root,
    env: { ...process.env, PATH: `/usr/lib/postgresql/15/bin:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  databaseUrl = start.match(/DATABASE_URL='(.*?)'/)?.[1]?.replace('127.0.0.1:5432', address.host) ?? ''
})
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()))
  cluster.stop()
  directories.forEach((each) => each.remove())
})

const variables = (dataDirectory = '', port = 54321) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDirectory,
  BACKEND_PORT: String(port),
  SEED: 'none',
})
async function startBackend(dataDirectory = ''): Promise<{ url: string; process: Running }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const each = await run(['tools/backend.ts'], variables(dataDirectory, port), () => listens(url))
  running.push(each)
  return { url, process: each }
}
const asSite = async <Row extends object>(text: string): Promise<Row[]> => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe<Row[]>(text))]
  } finally {
    await sql.end()
  }
}

test("the site's role is no superuser, cannot create roles or databases, and obeys row security", async () => {
  expect(
    await asSite(
      'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = current_user',
    ),
  ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, rolreplication: false }])
})

test("the backend starts, migrates and serves with the site's role and the roles' limits", async () => {
  const { url, process: first } = await startBackend(own)
  const { publishable_key, secret_key } = JSON.parse(
    fs.readFileSync(path.join(own ?? '', 'backend-keys.json'), 'utf8'),
  ) as Record<string, string>
  const rows = async (key = '', table = 'settings') =>
    (await fetch(`${url}/rest/v1/${table}?limit=1`, { headers: { apikey: key } })).status
  expect([await rows(publishable_key), await rows(secret_key, 'audit_log'), await rows(publishable_key, 'audit_log')]).toEqual([
    200, 200, 401,
  ])
  expect(
    await asSite(
      `select rolname from pg_roles where rolname in ('anon', 'authenticated') and rolconfig::text like '%statement_timeout%'`,
    ),
  ).toHaveLength(2)
  expect(await first.stop()).toBe(0)
})

test('a second process on the same database exits with a sentence while the first goes on', async () => {
  const { url, process: first } = await startBackend(own)
  const rejected = await runToEnd(['tools/backend.ts'], variables(other, await freePort()))
  expect(rejected).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Another Lamplight is using the database of DATABASE_URL\./) as string,
  })
  expect(await listens(url)).toBe(true)
  expect(await first.stop()).toBe(0)
})

test('a process with another DATA_DIR is rejected also after the first has ended', async () => {
  const rejected = await runToEnd(['tools/backend.ts'], variables(other, await freePort()))
  expect(rejected.code).toBe(1)
  expect(rejected.output).toContain(`The database of DATABASE_URL belongs to another DATA_DIR (${own})`)
  const { process: again } = await startBackend(own)
  expect(await again.stop()).toBe(0)
})

test('one of two simultaneous starts on an empty database migrates and the other exits', async () => {
  await asSite('drop schema public, private, auth, storage, supabase_migrations, lamplight cascade')
  await asSite('create schema public')
  const ports = [await freePort(), await freePort()]
  const both = await Promise.all(
    directories.map(async ({ path: each }, at) => {
      const port = ports[at] ?? 0
      return run(['tools/backend.ts'], variables(each, port), () => listens(`http://127.0.0.1:${port}`)).then(
        (started) => started,
        (rejection: unknown) => String(rejection),
      )
    }),
  )
  const rejections = both.filter((each) => typeof each === 'string')
  running.push(...both.filter((each) => typeof each !== 'string'))
  expect(rejections).toHaveLength(1)
  expect(rejections[0]).toContain('Another Lamplight is using the database of DATABASE_URL')
})
