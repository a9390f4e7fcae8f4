import fs from 'node:fs/promises'
import path from 'node:path'
import { bytesIn } from './page-memory.ts'
import type { EmbeddedBackend } from './start.ts'
import { hasDiskSpace } from '../disk/disk-space.ts'

/** Directories that a running Lamplight gives to a backup. `database` is null when the rows are in a PostgreSQL. */
export type Snapshot = { database: string | null; aside: string }

const FOLDER = 'backup-copy'

/**
 * Removes a copy, also one that a killed process left. It works in steps, because deleting a large copy at once would
 * block the process for seconds.
 */
export async function removeSnapshots(dataDirectory: string): Promise<void> {
  await fs.rm(path.join(dataDirectory, FOLDER), { recursive: true, force: true })
}

/**
 * Copies the running backend's database, and sets files aside that are removed or replaced from then on, so that
 * another process can read both.
 * @returns their directories, and `thaw`, which ends this and removes them.
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
      throw new Error(`Could not copy the database for a backup: the disk of ${dataDirectory} has no space for it`)
    }
    const copy = path.join(folder, 'postgres')
    await database.copyTo(copy, setAside)
    return { database: copy, aside, releaseSnapshot }
  } catch (error) {
    await releaseSnapshot()
    throw error
  }
}
