import fs from 'node:fs'
import path from 'node:path'
import { FileStorage } from '#server/backend/file-storage.ts'
import { startBackend } from '#server/backend/start.ts'
import type { Environment } from '#server/environment.ts'
import { ifMissing } from '#server/missing-file.ts'
import { readToEnd } from './bytes.ts'
import type { About, StoredFile } from './parts.ts'
import { openEmbedded, openPostgres, type Session } from './session.ts'
import type { Target } from './load.ts'

/**
 * The location of a backend: a data directory, and the URL of its PostgreSQL unless the database is in the directory.
 */
export type Place = { dataDirectory: string; databaseUrl: string | null }

/** Returns the location that the environment names. */
export function getPlace({ backend, dataDirectory }: Pick<Environment, 'backend' | 'dataDirectory'>): Place {
  if (backend.kind === 'hosted') {
    throw new Error('This command writes into an embedded backend or a self-managed PostgreSQL. Unset SUPABASE_URL.')
  }
  return { dataDirectory, databaseUrl: backend.kind === 'postgres' ? backend.databaseUrl : null }
}

/** Imports the module on demand, because start.ts has to run before lite is loaded. */
const migrationsModule = () => import('#server/backend/migrations.ts')
const MIGRATIONS = path.resolve(import.meta.dirname, '../../supabase/migrations')

/** @throws an error when the migrations of a copy are not among those of this version. */
export async function refuseOtherVersions(about: Pick<About, 'migrations'>, what: string): Promise<void> {
  const { rejectOthers } = await migrationsModule()
  rejectOthers(about.migrations, MIGRATIONS, { place: what, instead: 'take a copy that this version made' })
}

/** Returns true if a directory exists and is not empty. */
function isUsed(directory: string): boolean {
  return fs.existsSync(directory) && fs.readdirSync(directory).length > 0
}

/** @throws an error when the location is not empty. */
export async function refuseFull({ dataDirectory, databaseUrl }: Place): Promise<void> {
  if (isUsed(dataDirectory)) {
    throw new Error(`${dataDirectory} is not empty. Name a DATA_DIR that does not exist yet. Nothing was changed.`)
  }
  if (databaseUrl !== null) {
    const session = await openPostgres(databaseUrl)
    try {
      const found = await session.query<{ name: string }>(THINGS)
      if (found.length > 0) {
        throw new Error(
          `The database of DATABASE_URL is not empty: it has ${found[0]?.name ?? 'something'}. Name an empty database. Nothing was changed.`,
        )
      }
    } finally {
      await session.close()
    }
  }
}

/**
 * Query for user-created objects in any schema, except those of extensions. A failed restore empties the database again
 * and must not delete what it did not create.
 */
const THINGS = `
with things as (
  select c.oid, 'pg_class'::regclass as kind, c.relnamespace as schema, c.relname as name from pg_catalog.pg_class c
  union all
  select p.oid, 'pg_proc'::regclass, p.pronamespace, p.proname from pg_catalog.pg_proc p
)
select n.nspname || '.' || t.name as name from things t join pg_catalog.pg_namespace n on n.oid = t.schema
 where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
   and not exists (select from pg_catalog.pg_depend d where d.objid = t.oid and d.classid = t.kind and d.deptype = 'e')
 limit 1`

/**
 * Creates the tables with the migrations of a copy and no later ones; the next start applies those.
 * @param building the directory of the files until the restore is complete.
 */
export async function makeTables(place: Place, building: string, about: Pick<About, 'migrations'>): Promise<void> {
  const migrations = fs.mkdtempSync(path.join(path.dirname(building), '.lamplight-migrations-'))
  try {
    const { copyMigrations } = await migrationsModule()
    copyMigrations(MIGRATIONS, migrations, new Set(about.migrations.map(({ version }) => version)))
    const { databaseUrl } = place
    const backend = await startBackend(
      {
        backend: databaseUrl === null ? { kind: 'embedded' } : { kind: 'postgres', databaseUrl },
        dataDirectory: building,
        // The keys come with the copy; these are discarded with the files that the start writes.
        keys: {},
        siteUrl: 'http://localhost',
      },
      { mailer: { send: async () => {} }, migrations },
    )
    await backend.stop()
    if (databaseUrl !== null) {
      await forgetDirectory(databaseUrl)
    }
  } finally {
    fs.rmSync(migrations, { recursive: true, force: true })
  }
}

/**
 * Removes the keys that the start recorded in the database when it created the tables
 * (server/backend/database-lock.ts). The next start records the keys of the copy.
 */
async function forgetDirectory(databaseUrl: string): Promise<void> {
  const session = await openPostgres(databaseUrl)
  try {
    await session.query('delete from lamplight.data_directory')
  } finally {
    await session.close()
  }
}

export function openPlace({ databaseUrl }: Place, building: string): Promise<Session> {
  return databaseUrl === null ? openEmbedded(building) : openPostgres(databaseUrl)
}

/**
 * Writes files and keys into a data directory. A file that already exists with the same hash and size is not written
 * again.
 */
export function getFiles(dataDirectory: string): Pick<Target, 'storeFile' | 'storeKeys'> {
  const storage = new FileStorage(path.join(dataDirectory, 'objects'))
  return {
    async storeFile(file: StoredFile, bytes: AsyncIterable<Uint8Array>) {
      const there = await storage.headObject(file.bucket, file.key).catch(ifMissing(null))
      if (there && there.size === file.size && there.eTag === file.eTag) {
        await readToEnd(bytes)
        return
      }
      await storage.uploadObject(file.bucket, file.key, undefined, bytes, file.mimetype, file.cacheControl)
    },
    async storeKeys(name: string, text: string) {
      fs.writeFileSync(path.join(dataDirectory, path.basename(name)), text, { mode: 0o600 })
    },
  }
}

/** Empties a PostgreSQL again after a failed restore. */
export async function emptyAgain({ databaseUrl }: Place): Promise<void> {
  if (databaseUrl !== null) {
    const session = await openPostgres(databaseUrl)
    try {
      await session.query('drop schema if exists private, auth, storage, supabase_migrations, extensions, lamplight cascade')
      await session.query('drop schema if exists public cascade')
      await session.query('create schema public')
    } finally {
      await session.close()
    }
  }
}

/**
 * Gives a finished data directory its final name.
 * @throws when the directory is no longer empty; its content stays.
 */
export function takePlace(building: string, { dataDirectory }: Place): void {
  if (fs.existsSync(dataDirectory)) {
    fs.rmdirSync(dataDirectory)
  }
  fs.renameSync(building, dataDirectory)
}
