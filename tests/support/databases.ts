/*
 * Databases in memory, loaded from what was written down once: PGlite takes five times as long to make an empty one, and the migrations take
 * seconds more.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { PgliteDatabase } from '../../server/backend/database.ts'
import { temporaryDirectory } from './processes.ts'
import { prepare } from './prepared.ts'

/** A database as PGlite makes it. */
export async function openEmpty(): Promise<PgliteDatabase> {
  return opened(await empty())
}

/** A database as the migrations leave it, without any content. */
export async function openMigrated(): Promise<PgliteDatabase> {
  return opened(await migrated())
}

/** Writes both down, for those who open them later. */
export async function writeDown(): Promise<void> {
  await empty()
  await migrated()
}

async function opened(file: string): Promise<PgliteDatabase> {
  const { openPglite } = await databases()
  return openPglite(undefined, new Blob([fs.readFileSync(file)]))
}

const empty = () => writtenDown('empty', async () => {})

const migrated = () =>
  writtenDown('migrated', async (database) => {
    const { startBackend } = await import('../../server/backend/start.ts')
    const place = temporaryDirectory()
    await startBackend(
      { backend: { kind: 'embedded' }, dataDirectory: place.path, keys: {}, siteUrl: 'http://localhost' },
      { mailer: { send: async () => {} }, database },
    )
    place.remove()
  })

/** The file with what `fill` makes of an empty database, as PGlite writes it down. */
async function writtenDown(name: string, fill: (database: PgliteDatabase) => Promise<void>): Promise<string> {
  const made = await prepare(name, async (directory) => {
    const { openPglite } = await databases()
    const database = await openPglite()
    await fill(database)
    const dump = await database.dump()
    fs.writeFileSync(path.join(directory, 'database.tar'), Buffer.from(await dump.arrayBuffer()))
    await database.close()
  })
  return path.join(made, 'database.tar')
}

/** The repairs of lite come before anything that loads it (server/backend/start.ts). */
async function databases() {
  await import('../../server/backend/start.ts')
  return import('../../server/backend/database.ts')
}
