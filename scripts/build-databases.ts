// Runs after each build: makes the databases that new ones are copies of (server/backend/built-databases.ts).
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { BUILT_DATABASES, countsIn, DATABASE, emptyName, migratedName, sampleName } from '../server/backend/built-databases.ts'
import { letAllRead, NEW_LOG, shortenLog } from '../server/backend/database-files.ts'
import { startBackend } from '../server/backend/start.ts'
import { clientWithSecretKey, type ServiceClient } from '../server/service-client.ts'
import { fail } from './fail.ts'
import { stateOf } from './state-of-sources.ts'

const migrations = path.resolve(import.meta.dirname, '../supabase/migrations')

/** What the databases are made from, and the code that makes them. */
const SOURCES = [
  'supabase/migrations',
  'supabase/seed',
  'server/backend',
  'server/seed',
  'scripts/build-databases.ts',
  'package-lock.json',
]
const NOTE = path.join(BUILT_DATABASES, 'made-from')

/** Makes them, unless they are there and nothing was changed since. Under another name until they are whole. */
async function build(): Promise<void> {
  const state = stateOf(SOURCES)
  if (fs.existsSync(NOTE) && fs.readFileSync(NOTE, 'utf8') === state) {
    return
  }
  const half = `${BUILT_DATABASES}.half`
  fs.rmSync(half, { recursive: true, force: true })
  const [empty, migrated, sample] = [emptyName(), migratedName(migrations), sampleName(migrations)].map((name) =>
    path.join(half, name),
  ) as [string, string, string]

  fs.mkdirSync(empty, { recursive: true })
  await makeEmpty(path.join(empty, DATABASE))
  fs.cpSync(empty, migrated, { recursive: true })
  await started(path.join(migrated, DATABASE), async () => {})
  fs.cpSync(migrated, sample, { recursive: true })
  await started(path.join(sample, DATABASE), async (client) => {
    const { loadSampleContent } = await import('../server/seed/sample-content.ts')
    fs.writeFileSync(countsIn(sample), JSON.stringify(await loadSampleContent(client)))
  })

  for (const made of [empty, migrated, sample]) {
    shortenLog(path.join(made, DATABASE, 'pg_wal'))
  }
  letAllRead(half)
  fs.rmSync(BUILT_DATABASES, { recursive: true, force: true })
  fs.renameSync(half, BUILT_DATABASES)
  fs.writeFileSync(NOTE, state)
}

/** Without the two databases that others would be made after: PGlite has one only, and they are a third of all files. */
async function makeEmpty(directory: string): Promise<void> {
  const database = await PGlite.create(directory)
  await database.exec(`update pg_database set datistemplate = false where datname like 'template_'`)
  for (const template of ['template0', 'template1']) {
    await database.exec(`drop database ${template}`)
  }
  await database.exec(NEW_LOG)
  await database.close()
}

/** Starts the backend as a first start does, which applies the migrations. Its keys are thrown away: each data directory has its own. */
async function started(directory: string, then: (client: ServiceClient) => Promise<void>): Promise<void> {
  const { openPglite } = await import('../server/backend/database.ts')
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-build-'))
  try {
    const database = await openPglite(directory)
    const { url, keys, fetch, stop } = await startBackend(
      { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
      { mailer: { send: async () => {} }, database, migrations },
    )
    await then(clientWithSecretKey({ url, secretKey: keys.secret_key, fetch }, { repeats: false }))
    // What lite knows of the tables then is kept beside the database.
    await database.connection.introspect({ useCache: true })
    await database.run(NEW_LOG)
    await stop()
  } finally {
    fs.rmSync(dataDirectory, { recursive: true, force: true })
  }
}

try {
  await build()
} catch (error) {
  fail(error)
}
