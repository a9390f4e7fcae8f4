import path from 'node:path'
import type { Connection } from '@supabase/lite'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { DiskGuard } from '../disk/disk-guard.ts'
import type { Environment } from '../environment.ts'
import { findDamagedFile } from './damaged-files.ts'
import { copyWhileRunning } from './copy-while-running.ts'
import { preventGrants } from './lite/database/grants.ts'
import { combineSettings } from './lite/database/request-settings.ts'
import { limitStatements } from './lite/database/time-limits.ts'
import { removeUnusedExtensions } from './lite/database/unused-extensions.ts'
import { nameErrorsAsPostgrest } from './lite/rest/error-codes.ts'
import { refuseWritesOnFullDisk } from './lite/database/read-only.ts'
import { getQuery, shareSession } from './lite/database/single-session.ts'
import { startParameters } from './page-memory.ts'

/** A database for lite, with two functions for our own start. */
export type Database = {
  connection: Connection
  /** Runs a script statement by statement, without a transaction around it. */
  run(script: string): Promise<void>
  runInOneTransaction(script: string): Promise<void>
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>
  /**
   * Copies the files of a PGlite while it is used (copy-while-running.ts). Null for PostgreSQL, whose transactions
   * already give a consistent copy without blocking.
   */
  copyTo: ((directory: string, atTheMoment: () => void) => Promise<void>) | null
  /** Disk guard of a PGlite; null for a PostgreSQL, which has a disk of its own. */
  disk: DiskGuard | null
  close(): Promise<void>
}

const BOOLEAN = 16
/** A filter's value arrives as the client sent it (lite/rest/literal-filters.ts). */
const booleanText = (value: unknown): string => (typeof value === 'string' ? value : value === true ? 't' : 'f')
/** Type number of `numeric`, which would otherwise be read as a string. */
const NUMERIC = 1700
/**
 * Type number of `timestamptz`, which would otherwise be read in PostgreSQL's own format. PostgREST sends
 * 2026-11-20T08:00:00+00:00.
 */
const TIMESTAMPTZ = 1184
const isoTime = (text: string): string => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

/** Opens the database that the environment names: PGlite in the data directory, or the PostgreSQL of DATABASE_URL. */
export async function openDatabase(env: Pick<Environment, 'backend' | 'dataDirectory'>): Promise<Database> {
  if (env.backend.kind === 'postgres') {
    return openPostgres(env.backend.databaseUrl)
  }
  return openPglite(path.join(env.dataDirectory, 'postgres'), new DiskGuard(env.dataDirectory))
}

/** Opens the PGlite in `directory`, which no other process may have open. Refuses writes while `disk` is full. */
export async function openPglite(directory: string, disk: DiskGuard | null = null): Promise<Database> {
  const connection = await openConnection(directory)
  const pglite = connection.driver
  const ask = getQuery(pglite)
  const session = shareSession(connection, ask, disk ? refuseWritesOnFullDisk(disk, ask) : undefined)
  preventGrants(connection)
  combineSettings(connection)
  nameErrorsAsPostgrest(connection)
  return {
    connection,
    run: (script) => session.alone(async () => void (await pglite.exec(script))),
    runInOneTransaction: (script) =>
      session.alone(() => pglite.transaction(async (transaction) => void (await transaction.exec(script)))),
    query: <Row>(sql: string, parameters: unknown[] = []) => session.alone(async () => (await ask<Row>(sql, parameters)).rows),
    copyTo: (to, atTheMoment) => copyWhileRunning(pglite, session.alone, { from: directory, to, atTheMoment }),
    disk,
    close: () => connection.close(),
  }
}

async function openConnection(directory: string) {
  try {
    removeUnusedExtensions()
    const connection = await createPgliteConnection({
      url: directory,
      pgliteOptions: {
        parsers: { [NUMERIC]: Number, [TIMESTAMPTZ]: isoTime },
        serializers: { [BOOLEAN]: booleanText },
        extensions: { fuzzystrmatch, pg_trgm, unaccent },
        startParams: await startParameters(directory),
      },
    })
    await connection.driver.waitReady
    return connection
  } catch (error) {
    // PGlite's file system throws objects that are not Errors and have no useful message.
    const reason = error instanceof Error ? error.message : JSON.stringify(error)
    const damaged = findDamagedFile(directory)
    throw new Error(
      damaged === null
        ? `Could not open the database in ${directory}: ${reason}`
        : `Could not open the database: ${damaged} is damaged, missing or unreadable (${reason}). Nothing was changed. Restore the ` +
            'newest backup into another DATA_DIR (npm run restore), and start with that.',
      { cause: error },
    )
  }
}

async function openPostgres(url: string): Promise<Database> {
  const { createPostgresConnection } = await import('@supabase/lite/postgres')
  const { default: postgres } = await import('postgres')
  const getJson = (oid: number) => ({
    to: oid,
    from: [oid],
    serialize: jsonOnce,
    parse: (text: string) => JSON.parse(text) as unknown,
  })
  // lite encodes JSON a second time unless strings are left as they are. It has a type for each of json and jsonb, so
  // replace both.
  const json = { json: getJson(114), jsonb: getJson(3802) }
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      types: {
        ...json,
        bool: { to: BOOLEAN, from: [BOOLEAN], serialize: booleanText, parse: (text: string) => text === 't' },
        numeric: { to: 0, from: [NUMERIC], serialize: String, parse: Number },
        timestamptz: { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: String, parse: isoTime },
      },
      onnotice: () => {},
    },
  })
  preventGrants(connection)
  combineSettings(connection)
  limitStatements(connection)
  nameErrorsAsPostgrest(connection)
  const own = postgres(url, { max: 2, types: json, onnotice: () => {} })
  return {
    connection,
    run: async (script) => void (await own.unsafe(script)),
    runInOneTransaction: async (script) => {
      await own.begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(4201120)`
        await transaction.unsafe(script)
      })
    },
    query: async <Row>(sql: string, parameters: unknown[] = []) => [...(await own.unsafe(sql, parameters))] as Row[],
    copyTo: null,
    disk: null,
    close: async () => {
      await own.end({ timeout: 5 })
      await connection.close()
    },
  }
}

function jsonOnce(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
