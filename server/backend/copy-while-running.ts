/*
 * Copies the files of a PGlite while it is used, so that the copy opens as the database was at one point in time.
 * PGlite has one session, so a long transaction would block all others. As in PostgreSQL's own base backup, data
 * files are copied while they change, and the write-ahead log since the last checkpoint corrects them when the copy
 * is opened, as after a power cut. Others wait only for the copy of the last files of the log. No checkpoint is
 * requested: with many changed pages it would block the process for seconds. Test: copy-while-running.test.ts.
 */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { ifMissing } from '../missing-file.ts'

const MAX_TRIES = 3
const CONTROL = path.join('global', 'pg_control')
/** Files that a copy must not contain, or that are copied separately. */
const LEFT_OUT: ReadonlySet<string> = new Set(['pg_wal', 'postmaster.pid', CONTROL])

type Alone = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Copies the PGlite in `from` into the empty directory `to`.
 * @param alone runs work with exclusive use of the session.
 * @param atTheMoment is called at the point in time of the copy, while the database cannot change.
 * @throws when the database was too busy: it made a checkpoint of its own during each attempt.
 */
export async function copyWhileRunning(
  pglite: PGlite,
  alone: Alone,
  { from, to, atTheMoment }: { from: string; to: string; atTheMoment: () => void },
): Promise<void> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    await fs.rm(to, { recursive: true, force: true })
    await fs.mkdir(path.join(to, 'pg_wal'), { recursive: true, mode: 0o700 })
    await fs.mkdir(path.join(to, 'global'))
    const before = await alone(async () => {
      await fs.copyFile(path.join(from, CONTROL), path.join(to, CONTROL))
      return getCheckpoint(pglite)
    })
    await copyTree(from, to)
    await copyLog(from, to, before.file, before.now)
    const isWhole = await alone(async () => {
      // After another checkpoint the log may no longer reach back to ours.
      const after = await getCheckpoint(pglite)
      if (after.redo !== before.redo) {
        return false
      }
      await copyLog(from, to, before.now, after.now)
      atTheMoment()
      return true
    })
    if (isWhole) {
      return
    }
  }
  throw new Error('Could not copy the database because it is too busy. Try again in a moment.')
}

/** Returns the start of the log that the last checkpoint needs, and the log file being written now. */
async function getCheckpoint(pglite: PGlite): Promise<{ redo: string; file: string; now: string }> {
  const { rows } = await pglite.query<{ redo: string; file: string; now: string }>(
    `select redo_lsn::text as redo, redo_wal_file as file, pg_walfile_name(pg_current_wal_insert_lsn()) as now
       from pg_control_checkpoint()`,
  )
  const [row] = rows
  if (!row) {
    throw new Error('Could not read the position of the write-ahead log')
  }
  return row
}

async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  for (const name of (await fs.readdir(path.join(from, 'pg_wal'))).toSorted()) {
    if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) {
      await fs.copyFile(path.join(from, 'pg_wal', name), path.join(to, 'pg_wal', name), fs.constants.COPYFILE_FICLONE)
    }
  }
}

/**
 * Files that are copied at a time. Each copy that is waited for costs a turn of the event loop, which takes long while
 * others write: 161 s for a database that takes 11 s otherwise.
 */
const AT_ONCE = 64

async function copyTree(from: string, to: string): Promise<void> {
  const entries = await fs.readdir(from, { recursive: true, withFileTypes: true })
  const named = entries.map((entry) => ({ entry, name: path.relative(from, path.join(entry.parentPath, entry.name)) }))
  const copied = named.filter(({ name }) => ![...LEFT_OUT].some((left) => name === left || name.startsWith(`${left}${path.sep}`)))
  for (const { entry, name } of copied) {
    if (entry.isDirectory()) {
      await fs.mkdir(path.join(to, name), { recursive: true, mode: 0o700 })
    }
  }
  const files = copied.filter(({ entry }) => entry.isFile())
  for (let first = 0; first < files.length; first += AT_ONCE) {
    await Promise.all(
      files.slice(first, first + AT_ONCE).map(({ name }) =>
        // A table that is dropped during the copy has no file any more; the log records the drop.
        fs.copyFile(path.join(from, name), path.join(to, name), fs.constants.COPYFILE_FICLONE).catch(ifMissing(undefined)),
      ),
    )
  }
}
