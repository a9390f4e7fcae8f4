/*
 * Databases that are copies of one that was made once: PGlite takes five times as long to make an empty one, and the migrations take seconds
 * more. A copy in a directory opens in half the time of one in memory, which PGlite would unpack file by file.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '#server/backend/database.ts'
import { getCopy, prepare } from './test-databases.ts'
import { temporaryDirectory } from './processes.ts'

/** A database as PGlite makes it. */
export async function openEmpty(): Promise<Database> {
  return opened(await empty())
}

/** A database as the migrations leave it, without any content. */
export async function openMigrated(): Promise<Database> {
  return opened(await migrated())
}

/** The directory of a database as PGlite makes it, for who opens it itself. */
export async function emptyDirectory(): Promise<{ path: string; remove(): void }> {
  const copy = getCopy(await empty())
  return { ...copy, path: inside(copy.path) }
}

/** Makes both, for those who open them later. */
export async function makeDatabases(): Promise<void> {
  await empty()
  await migrated()
}

async function opened(made: string): Promise<Database> {
  const { openPglite } = await databases()
  const copy = getCopy(made)
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

/** The directory of a database that `fill` filled. */
const created = (name: string, fill: (database: Database) => Promise<void>) =>
  prepare(name, async (directory) => {
    const { openPglite } = await databases()
    fs.mkdirSync(inside(directory))
    const database = await openPglite(inside(directory))
    await fill(database)
    await database.close()
  })

const inside = (directory: string) => path.join(directory, 'postgres')

/** The repairs of lite come before anything that loads it (server/backend/start.ts). */
async function databases() {
  await import('#server/backend/start.ts')
  return import('#server/backend/database.ts')
}
