/*
 * Copies the files of a PGlite while it is used, so that the copy opens as the database was at one moment. PGlite has one session, so a long
 * transaction would make everybody wait. PostgreSQL's own way is taken instead: data files are copied while they change, and the
 * write-ahead log since the last checkpoint makes them right when the copy is opened, as after a power cut. Others wait only for the copy of
 * the last files of the log. No checkpoint is asked for: with many changed pages it would hold the process up for seconds.
 * Test: copy-while-running.test.ts.
 */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { ifMissing } from '../missing-file.ts'

const MAX_TRIES = 3
const CONTROL = path.join('global', 'pg_control')
/** What a copy must not have, or gets otherwise. */
const LEFT_OUT: ReadonlySet<string> = new Set(['pg_wal', 'postmaster.pid', CONTROL])

type Alone = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Copies the PGlite in `from` into the empty directory `to`.
 * @param alone runs work while nobody else uses the session.
 * @param atTheMoment is called at the moment whose state the copy has, while nobody can change the database.
 * @throws when the database was too busy: it made a checkpoint of its own during each try.
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
    await copyTree(from, to, '')
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
  throw new Error('The database was too busy to be copied. Try again in a moment.')
}

/** Where the log begins that the last checkpoint needs, and the file of the log that is written now. */
async function getCheckpoint(pglite: PGlite): Promise<{ redo: string; file: string; now: string }> {
  const { rows } = await pglite.query<{ redo: string; file: string; now: string }>(
    `select redo_lsn::text as redo, redo_wal_file as file, pg_walfile_name(pg_current_wal_insert_lsn()) as now
       from pg_control_checkpoint()`,
  )
  const [row] = rows
  if (!row) {
    throw new Error('The database does not say where its log begins')
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

async function copyTree(from: string, to: string, within: string): Promise<void> {
  for (const entry of await fs.readdir(path.join(from, within), { withFileTypes: true })) {
    const name = path.join(within, entry.name)
    if (LEFT_OUT.has(name)) {
      continue
    }
    if (entry.isDirectory()) {
      await fs.mkdir(path.join(to, name), { recursive: true, mode: 0o700 })
      await copyTree(from, to, name)
    } else if (entry.isFile()) {
      // A table that is dropped meanwhile has no file any more; the log says that it is gone.
      await fs.copyFile(path.join(from, name), path.join(to, name), fs.constants.COPYFILE_FICLONE).catch(ifMissing(undefined))
    }
  }
}
