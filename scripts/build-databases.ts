// Runs after each build: makes the databases that new ones are copies of (server/backend/built-databases.ts).
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { BUILT_DATABASES, DATABASE, emptyName, migratedName } from '../server/backend/built-databases.ts'
import { letAllRead, removeUnusedLog } from '../server/backend/database-files.ts'
import { startBackend } from '../server/backend/start.ts'
import { fail } from './fail.ts'

const migrations = path.resolve(import.meta.dirname, '../supabase/migrations')

/** Makes both under another name until they are whole. */
async function build(): Promise<void> {
  const half = `${BUILT_DATABASES}.half`
  fs.rmSync(half, { recursive: true, force: true })
  const empty = path.join(half, emptyName())
  fs.mkdirSync(empty, { recursive: true })
  await (await PGlite.create(path.join(empty, DATABASE))).close()

  const migrated = path.join(half, migratedName(migrations))
  fs.cpSync(empty, migrated, { recursive: true })
  await migrate(path.join(migrated, DATABASE))

  for (const made of [empty, migrated]) {
    removeUnusedLog(path.join(made, DATABASE, 'pg_wal'))
  }
  letAllRead(half)
  fs.rmSync(BUILT_DATABASES, { recursive: true, force: true })
  fs.renameSync(half, BUILT_DATABASES)
}

/** Applies the migrations as a first start does. Its keys are thrown away: each data directory has its own. */
async function migrate(directory: string): Promise<void> {
  const { openPglite } = await import('../server/backend/database.ts')
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-build-'))
  try {
    const database = await openPglite(directory)
    const backend = await startBackend(
      { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
      { mailer: { send: async () => {} }, database, migrations },
    )
    // What lite knows of the tables then is kept beside the database.
    await database.connection.introspect({ useCache: true })
    await backend.stop()
  } finally {
    fs.rmSync(dataDirectory, { recursive: true, force: true })
  }
}

try {
  await build()
} catch (error) {
  fail(error)
}
