import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startedOnce } from '#tests/support/test-databases.ts'
import { freePort } from '#tests/support/processes.ts'
import type { EmbeddedBackend } from '../backend/start.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { clockFindings, otherMigrations } from './database.ts'
import { runChecks, type BackendUnderTest } from './checks.ts'
import { proxyFindings } from './proxy.ts'

let source: { path: string; remove(): void }
let backend: EmbeddedBackend
let healthy: BackendUnderTest
const before = process.env.DRIVE_DIRECTORY

beforeAll(async () => {
  source = await startedOnce('none')
  process.env.DRIVE_DIRECTORY = path.join(source.path, 'drive')
  const { startBackend } = await import('../backend/start.ts')
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: source.path, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )
  const { url, keys, fetch } = backend
  healthy = { kind: 'embedded', url, publishableKey: keys.publishable_key, secretKey: keys.secret_key, fetch }
}, 120_000)
afterAll(async () => {
  await backend.stop()
  source.remove()
  if (before === undefined) {
    delete process.env.DRIVE_DIRECTORY
  } else {
    process.env.DRIVE_DIRECTORY = before
  }
})

const env = (variables: Record<string, string> = {}): Environment => readEnvironment({ DATA_DIR: source.path, ...variables })
/** Returns one line per finding. Each finding must have advice. */
async function response(input: Environment, patient: BackendUnderTest = healthy, headers?: Headers): Promise<string[]> {
  const found = await runChecks(input, patient, headers)
  for (const { advice } of found) {
    expect(advice).toMatch(/^[A-Z]\w+:? .{10}/)
  }
  return found.map(({ severity, area, what }) => `${severity} ${area}: ${what}`)
}

const getAddress = (input: string | URL | Request) => (input instanceof Request ? input.url : input.toString())

const testModeNotes = () => [
  'look admins: No account is an admin.',
  'look mail: Emails are not sent, but shown at /dev/mail.',
  `look backups: There is no backup in ${path.join(source.path, 'backups')} yet.`,
  'look backups: The backups are on the disk of the data only.',
]

test('runChecks finds nothing wrong in a healthy demo', async () => {
  expect(await response(env())).toEqual(testModeNotes())
})

test.each<[what: string, patient: (healthy_: BackendUnderTest) => BackendUnderTest, says: RegExp]>([
  [
    'another publishable key',
    (it) => ({ ...it, publishableKey: 'sb_publishable_another_one' }),
    /wrong keys: The backend refuses the publishable key/,
  ],
  [
    'another secret key',
    (it) => ({ ...it, secretKey: 'sb_secret_another_one' }),
    /wrong keys: The backend refuses the secret key/,
  ],
  ['no secret key', (it) => ({ ...it, secretKey: null }), /wrong keys: There is no secret key/],
  [
    'a function that was not deployed',
    (it) => ({
      ...it,
      fetch: async (input, init) =>
        getAddress(input).endsWith('/remove-from-drive') ? new Response(null, { status: 404 }) : it.fetch(input, init),
    }),
    /wrong functions: The function remove-from-drive is not there/,
  ],
  [
    'migrations that were not run',
    (it) => ({
      ...it,
      fetch: async (input, init) =>
        getAddress(input).endsWith('/check_database') ? new Response(null, { status: 404 }) : it.fetch(input, init),
    }),
    /wrong migrations: The migrations of this version were not run/,
  ],
  [
    'an unavailable backend',
    (it) => ({ ...it, fetch: async () => Promise.reject(new Error('fetch failed')) }),
    /wrong database: This could not be looked at: fetch failed/,
  ],
])('runChecks finds %s', async (_what, patient, says) => {
  expect((await response(env(), patient(healthy))).join('\n')).toMatch(says)
})

test('runChecks finds a dead mail server, missing backups, demo accounts on a public site and readable keys', async () => {
  fs.writeFileSync(path.join(source.path, 'demo-accounts.json'), '{}', { mode: 0o600 })
  fs.chmodSync(path.join(source.path, 'backend-keys.json'), 0o644)
  fs.writeFileSync(path.join(source.path, 'a-file'), '')
  process.env.DRIVE_DIRECTORY = path.join(source.path, 'a-file')
  const found = await response(
    env({
      SITE_URL: 'https://lamplight.example',
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'hello@lamplight.example',
      BACKUP_DIR: path.join(source.path, 'backups'),
      BACKUP_PASSPHRASE: 'four words for a lamp',
    }),
  )
  fs.rmSync(path.join(source.path, 'demo-accounts.json'))
  fs.chmodSync(path.join(source.path, 'backend-keys.json'), 0o600)
  process.env.DRIVE_DIRECTORY = path.join(source.path, 'drive')
  expect(found).toEqual([
    expect.stringMatching(/^wrong mail: The mail server does not take us/),
    expect.stringMatching(/^wrong backups: There is no backup in/),
    expect.stringMatching(/^wrong keys: Other users of this machine may read backend-keys/),
    expect.stringMatching(/^wrong accounts: The demo accounts/),
    expect.stringMatching(/^wrong drive: The folder of drive copies/),
    expect.stringMatching(/^wrong proxy: All who come through the proxy count as one/),
    'look admins: No account is an admin.',
  ])
})

test('clockFindings and otherMigrations report their measurements', () => {
  expect(clockFindings(0, 4000)).toEqual([])
  expect(clockFindings(0, 90_000)[0]?.what).toContain('90 s apart')
  expect(otherMigrations(['1', '2'], ['1', '2'])).toEqual([])
  expect(otherMigrations(['1', '2'], ['1', '3']).map(({ what }) => what)).toEqual([
    'The migration 2 was not run.',
    'The database has the migration 3, which this version does not have.',
  ])
})

test('proxyFindings reports what the request headers show of the proxy', () => {
  const here = { secure: true, siteUrl: 'https://lamplight.example', trustedProxies: ['127.0.0.1'] }
  const what = (headers: Record<string, string>, input = here) =>
    proxyFindings(input, new Headers(headers)).map((each) => each.what)
  expect(what({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' })).toEqual([])
  expect(what({})).toEqual(['The proxy does not say where visitors are.'])
  expect(what({ 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' })[0]).toContain(
    'Both X-Forwarded-For and Forwarded',
  )
  expect(what({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' })[0]).toContain('over http')
  const open = { secure: false, siteUrl: 'http://lamplight.example', trustedProxies: [] }
  expect(what({}, open)[0]).toContain('without TLS')
})
