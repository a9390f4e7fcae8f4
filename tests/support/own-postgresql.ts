/*
 * A self-managed PostgreSQL for the tests (`npm run test:postgres`): a cluster created as in docs/operating.md, with
 * databases on which the app was started once. Tests get copies of them, as they otherwise get copies of a data
 * directory (test-databases.ts).
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { startCluster } from '../../supabase/tests/at-once/postgresql.ts'
import { freePort, listens, root, run, temporaryDirectory } from './processes.ts'

/** The role of the site, which supabase/own-postgresql.sql creates without administrator rights. */
export const SITE_ROLE = 'lamplight'
const SEEDS = ['content', 'none'] as const
export type Seed = (typeof SEEDS)[number]

/**
 * The contents of LAMPLIGHT_POSTGRESQL, set by `npm run test:postgres`: the administrator's address, and where the data
 * directories are.
 */
type TestPostgresql = { superuser: string; directories: string }

/** Returns the parsed LAMPLIGHT_POSTGRESQL; null on PGlite. */
export function getTestPostgresql(): TestPostgresql | null {
  const response = process.env.LAMPLIGHT_POSTGRESQL
  return response ? (JSON.parse(response) as TestPostgresql) : null
}

/** Returns the address of a database for a role of the cluster. */
export function getAddress({ superuser }: Pick<TestPostgresql, 'superuser'>, database: string, role: string): string {
  const url = new URL(superuser)
  url.username = role
  url.pathname = `/${database}`
  return url.href
}

/** Returns the name of the database on which the app was started once with this seed. */
export const getTemplate = (seed: Seed): string => `started_once_${seed}`

/** Copies the data directory and its database. */
export function copyOnPostgresql(
  result: TestPostgresql,
  seed: Seed,
): { path: string; variables: Record<string, string>; remove(): void } {
  const directory = temporaryDirectory()
  fs.cpSync(path.join(result.directories, seed), directory.path, { recursive: true })
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  psql(result.superuser, `create database ${name} template ${getTemplate(seed)} owner ${SITE_ROLE}`)
  return {
    path: directory.path,
    variables: { DATABASE_URL: getAddress(result, name, SITE_ROLE) },
    remove() {
      directory.remove()
      psql(result.superuser, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Starts a cluster, runs the administrator's script for roles and database, and starts the app once with each seed.
 * @param demoPassword the password of the demo accounts.
 * @returns the environment of tests that are to use it.
 * @throws with a remedy when no PostgreSQL is installed.
 */
export async function startOwnPostgresql(demoPassword: string) {
  const cluster = await startCluster('postgres')
  const directories = temporaryDirectory()
  const result: TestPostgresql = { superuser: cluster.url, directories: directories.path }
  const stop = () => {
    cluster.stop()
    directories.remove()
  }
  try {
    const script = path.join(root, 'supabase/own-postgresql.sql')
    execFileSync('psql', ['--quiet', '--set=password=not requested here', `--file=${script}`, cluster.url], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    for (const seed of SEEDS) {
      psql(cluster.url, `create database ${getTemplate(seed)} template lamplight owner ${SITE_ROLE}`)
      const port = await freePort()
      const directory = path.join(directories.path, seed)
      const started = await run(
        ['tools/backend.ts'],
        {
          BACKEND_PORT: String(port),
          DATA_DIR: directory,
          DATABASE_URL: getAddress(result, getTemplate(seed), SITE_ROLE),
          DEMO_PASSWORD: demoPassword,
          // By default only PGlite is filled.
          SEED: seed === 'content' ? 'outlines' : 'none',
        },
        () => listens(`http://127.0.0.1:${port}`),
      )
      await started.stop()
    }
  } catch (error) {
    stop()
    throw error
  }
  return { environment: { LAMPLIGHT_POSTGRESQL: JSON.stringify(result) }, stop }
}

function psql(url: string, statement: string): void {
  execFileSync('psql', ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', `--command=${statement}`, url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
