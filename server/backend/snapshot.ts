import fs from 'node:fs/promises'
import path from 'node:path'
import { bytesIn } from './page-memory.ts'
import type { EmbeddedBackend } from './start.ts'
import { hasDiskSpace } from '../disk/disk-space.ts'

/** What a running Lamplight hands to a backup. All are directories; `database` is null when the rows are in a PostgreSQL. */
export type Snapshot = { database: string | null; aside: string }

const FOLDER = 'backup-copy'

/** Removes a copy, also one that a killed process left. Not at once: a large one would hold the process up for seconds. */
export async function removeSnapshots(dataDirectory: string): Promise<void> {
  await fs.rm(path.join(dataDirectory, FOLDER), { recursive: true, force: true })
}

/**
 * Makes a copy of the running backend's database, and sets files aside that are removed or replaced from that moment on, so that another
 * process reads both in peace.
 * @returns where they are, and `thaw`, which ends it and removes them.
 */
export async function createSnapshot(
  { database, storage }: Pick<EmbeddedBackend, 'database' | 'storage'>,
  dataDirectory: string,
): Promise<Snapshot & { releaseSnapshot(): Promise<void> }> {
  await removeSnapshots(dataDirectory)
  const folder = path.join(dataDirectory, FOLDER)
  const aside = path.join(folder, 'files')
  await fs.mkdir(aside, { recursive: true, mode: 0o700 })
  let release = () => {}
  const setAside = () => {
    release = storage.setAsideInto(aside)
  }
  const releaseSnapshot = () => {
    release()
    return removeSnapshots(dataDirectory)
  }
  try {
    if (!database.copyTo) {
      setAside()
      return { database: null, aside, releaseSnapshot }
    }
    if (!(await hasDiskSpace(dataDirectory, await bytesIn(path.join(dataDirectory, 'postgres'))))) {
      throw new Error(`The disk of ${dataDirectory} has no space for the copy of the database that a backup needs`)
    }
    const copy = path.join(folder, 'postgres')
    await database.copyTo(copy, setAside)
    return { database: copy, aside, releaseSnapshot }
  } catch (error) {
    await releaseSnapshot()
    throw error
  }
}
