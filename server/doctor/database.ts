import fs from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import type { Finding } from '#app/services/doctor.ts'
import type { Check, BackendUnderTest } from './checks.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../supabase/migrations')
/** Tokens are rejected before they expire when clocks differ by more. */
const MAX_SECONDS_APART = 5

const checkResult = v.object({
  now: v.string(),
  findings: v.array(
    v.object({ severity: v.picklist(['wrong', 'look']), area: v.string(), what: v.string(), advice: v.string() }),
  ),
  migrations: v.array(v.string()),
})

/**
 * Checks the keys, schema objects that have disappeared since the migrations (public.check_database), the migrations,
 * and the clock.
 */
export const databaseFindings: Check = async (_env, backend) => {
  const publicKey = await fetchRows(backend, backend.publishableKey, 'settings?select=group_name&limit=1')
  const wrongKey: Finding[] =
    publicKey.status === 401
      ? [wrong('keys', 'The backend refuses the publishable key.', 'Copy it again into SUPABASE_PUBLISHABLE_KEY.')]
      : []
  if (!backend.secretKey) {
    return [...wrongKey, wrong('keys', 'There is no secret key, so nobody does the background work.', 'Set SUPABASE_SECRET_KEY.')]
  }
  const asked = Date.now()
  const response = await fetchRows(backend, backend.secretKey, 'rpc/check_database', '{}')
  if (response.status === 401 || response.status === 403) {
    return [...wrongKey, wrong('keys', 'The backend refuses the secret key.', 'Copy it again into SUPABASE_SECRET_KEY.')]
  }
  if (response.status === 404) {
    return [
      ...wrongKey,
      wrong('migrations', 'The migrations of this version were not run.', 'Run: supabase db push (embedded: start Lamplight).'),
    ]
  }
  if (response.status !== 200) {
    throw new Error(`the database responds ${response.status}`)
  }
  const { now, findings, migrations } = v.parse(checkResult, JSON.parse(response.text))
  return [
    ...wrongKey,
    ...findings,
    ...otherMigrations(await ourMigrations(), migrations),
    ...clockFindings((asked + Date.now()) / 2, Date.parse(now)),
  ]
}

/**
 * Compares two clocks.
 * @param here and `there`: milliseconds since 1970.
 */
export function clockFindings(here: number, there: number): Finding[] {
  const apart = Math.round(Math.abs(here - there) / 1000)
  return apart > MAX_SECONDS_APART
    ? [
        wrong(
          'clock',
          `The clock of this machine and that of the database are ${apart} s apart.`,
          'Let both be set by the network (timedatectl set-ntp true).',
        ),
      ]
    : []
}

/**
 * Compares migrations.
 * @param ours the versions in the folder, `theirs` those of the database.
 */
export function otherMigrations(ours: readonly string[], theirs: readonly string[]): Finding[] {
  const missing = ours.filter((version) => !theirs.includes(version))
  const unknown = theirs.filter((version) => !ours.includes(version))
  return [
    ...missing.map((version) =>
      wrong('migrations', `The migration ${version} was not run.`, 'Run: supabase db push (embedded: start Lamplight again).'),
    ),
    ...unknown.map((version) =>
      wrong(
        'migrations',
        `The database has the migration ${version}, which this version does not have.`,
        'Start the version of Lamplight that made the database, or a newer one.',
      ),
    ),
  ]
}

async function ourMigrations(): Promise<string[]> {
  return (await fs.readdir(MIGRATIONS)).flatMap((file) => /^(\d{14})_\w+\.sql$/.exec(file)?.[1] ?? [])
}

const wrong = (area: string, what: string, advice: string): Finding => ({ severity: 'wrong', area, what, advice })

async function fetchRows(
  { url, fetch }: BackendUnderTest,
  key: string,
  what: string,
  body?: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/rest/v1/${what}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: await response.text() }
}
