/*
 * A PostgreSQL for tests that need several connections; PGlite has one. Either CONTRACT_DATABASE_URL, which should be
 * empty, or a cluster from the installed programs in a temporary directory.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { freePort } from '#tests/support/processes.ts'

export type Cluster = { url: string; stop(): void }

/**
 * Returns the PostgreSQL of CONTRACT_DATABASE_URL, or starts one.
 * @throws {Error} with instructions if PostgreSQL is not installed.
 */
export async function startPostgresql(): Promise<Cluster> {
  const named = process.env.CONTRACT_DATABASE_URL
  if (!named) {
    return startCluster('lamplight')
  }
  // Each test file has a separate DATA_DIR, and a database belongs to one (server/backend/database-lock.ts).
  const sql = postgres(named, { max: 1, onnotice: () => {} })
  await sql`drop table if exists lamplight.data_directory`
  await sql.end()
  return { url: named, stop: () => {} }
}

/**
 * Starts a cluster.
 * @param superuser who owns it.
 * @throws {Error} with instructions if PostgreSQL is not installed.
 */
export async function startCluster(superuser: string): Promise<Cluster> {
  const programs = postgresqlPrograms()
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-postgresql-'))
  const data = path.join(directory, 'data')
  const port = await freePort()
  // PostgreSQL does not run as root; its package creates a user for it.
  const isRoot = process.getuid?.() === 0
  const run = (program: string, ...words: string[]) => {
    const command = path.join(programs, program)
    execFileSync(isRoot ? 'setpriv' : command, isRoot ? [...asPostgres, command, ...words] : words, {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  if (isRoot) {
    execFileSync('chown', ['postgres', directory])
  }
  run('initdb', '-D', data, '-U', superuser, '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C')
  run(
    'pg_ctl',
    '-D',
    data,
    '-l',
    path.join(directory, 'log'),
    '-w',
    '-o',
    // An app instance opens up to 13 connections, and the journeys run a dozen instances.
    `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=400`,
    'start',
  )
  return {
    url: `postgresql://${superuser}@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups']

/**
 * Returns a folder with these programs of PostgreSQL.
 * @throws {Error} with instructions if it is not installed.
 */
export function postgresqlPrograms(names = ['initdb', 'pg_ctl']): string {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : []
  const places = [...(process.env.PATH ?? '').split(path.delimiter), ...versions.map((each) => path.join(debian, each, 'bin'))]
  const found = places.find((place) => names.every((program) => fs.existsSync(path.join(place, program))))
  if (!found) {
    throw new Error(
      `No PostgreSQL is installed here (${names.join(' and ')}), and this test needs one. Install the ` +
        'package postgresql, or name an empty database in CONTRACT_DATABASE_URL.',
    )
  }
  return found
}
