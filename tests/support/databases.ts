/*
 * Copies of databases that were created once: PGlite takes five times as long to create an empty one, and the
 * migrations take seconds more. A copy in a directory opens in half the time of one in memory, which PGlite would
 * unpack file by file.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '#server/backend/database.ts'
import { getCopy, prepare } from './test-databases.ts'
import { temporaryDirectory } from './processes.ts'

/** Opens a new empty database of PGlite. */
export async function openEmpty(): Promise<Database> {
  return opened(await empty())
}

/** Opens a database after the migrations, without any content. */
export async function openMigrated(): Promise<Database> {
  return opened(await migrated())
}

/** Returns the directory of an empty database, for a caller that opens it itself. */
export async function emptyDirectory(): Promise<{ path: string; remove(): void }> {
  const copy = getCopy(await empty())
  return { ...copy, path: inside(copy.path) }
}

/** Creates both, for later use. */
export async function makeDatabases(): Promise<void> {
  await empty()
  await migrated()
}

async function opened(original: string): Promise<Database> {
  const { openPglite } = await databases()
  const copy = getCopy(original)
  const database = await openPglite(inside(copy.path))
  return {
    ...database,
    async close() {
      await database.close()
      copy.remove()
    },
  }
}

const empty = () => created('empty', async () => {})

const migrated = () =>
  created('migrated', async (database) => {
    const { startBackend } = await import('#server/backend/start.ts')
    const place = temporaryDirectory()
    await startBackend(
      { backend: { kind: 'embedded' }, dataDirectory: place.path, keys: {}, siteUrl: 'http://localhost' },
      { mailer: { send: async () => {} }, database },
    )
    place.remove()
  })

/** Returns the directory of a database that `fill` filled. */
const created = (name: string, fill: (database: Database) => Promise<void>) =>
  prepare(name, async (directory) => {
    const { openPglite } = await databases()
    fs.mkdirSync(inside(directory))
    const database = await openPglite(inside(directory))
    await fill(database)
    await database.close()
  })

const inside = (directory: string) => path.join(directory, 'postgres')

/** Loads PGlite after the repairs of lite, which come before anything that loads it (server/backend/start.ts). */
async function databases() {
  await import('#server/backend/start.ts')
  return import('#server/backend/database.ts')
}
