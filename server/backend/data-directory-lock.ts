import fs from 'node:fs'
import path from 'node:path'
import { DiskGuard } from '../disk/disk-guard.ts'
import { isDiskFullError } from '../disk/disk-space.ts'
import { isMissing } from '../missing-file.ts'
import { checkEntries } from './data-directory-entries.ts'

type Holder = { pid: number; startedAt: string | null }

/**
 * Locks the data directory for this process. PGlite itself would let a second process open and corrupt it. A lock
 * that a dead process left is taken over.
 * @returns a function that releases the lock.
 * @throws {Error} a sentence for the terminal when another process has the lock or an entry is of the wrong kind.
 */
export function lockDataDirectory(directory: string): () => void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  checkEntries(directory)
  // A start writes even while the database opens, so delete the ballast first if hardly any space is left.
  new DiskGuard(directory).check()
  const file = lockFile(directory)
  const mine: Holder = { pid: process.pid, startedAt: getStart(process.pid) }
  // The lock is written under another name and then linked, so that no process reads half a lock and takes it for a
  // dead one.
  const written = `${file}.${process.pid}`
  try {
    fs.writeFileSync(written, JSON.stringify(mine), { mode: 0o600 })
    for (let attempt = 0; attempt < 200; attempt += 1) {
      if (happened(() => fs.linkSync(written, file), 'EEXIST')) {
        return () => fs.rmSync(file, { force: true })
      }
      const holder = lockHolder(directory)
      if (holder) {
        throw new Error(
          `Another Lamplight (process ${holder.pid}) is using ${directory}. Stop it first, or give this one a DATA_DIR of its own.`,
        )
      }
      removeDeadLock(directory)
    }
  } catch (error) {
    if (isDiskFullError(error)) {
      throw new Error(`The disk of ${directory} is full. Free some space on it, then start again.`, { cause: error })
    }
    throw error
  } finally {
    fs.rmSync(written, { force: true })
  }
  throw new Error(`Could not lock the data directory ${directory}: is something else writing there?`)
}

/**
 * Removes the lock of a dead process. Several processes may find it at the same time, and a slow one must not remove
 * the new lock of a quick one. So they check again one at a time: no process can replace the dead lock between the
 * check and the removal. If there is no lock, nothing is removed, because another process may be writing its own.
 */
function removeDeadLock(directory: string): void {
  const turn = `${lockFile(directory)}.turn`
  if (!happened(() => fs.mkdirSync(turn), 'EEXIST')) {
    // The check takes less than a millisecond, unless its process was killed during it.
    const since = fs.statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > 5000) {
      fs.rmSync(turn, { recursive: true, force: true })
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    return
  }
  try {
    if (lookAt(directory) === 'dead') {
      fs.rmSync(lockFile(directory), { force: true })
    }
  } finally {
    fs.rmSync(turn, { recursive: true, force: true })
  }
}

/**
 * Rejects a directory in which no Lamplight ever ran. Commands would create a new backend in a mistyped DATA_DIR.
 * @throws {Error} a sentence for the terminal.
 */
export function requireUsedDirectory(directory: string): void {
  if (!fs.existsSync(path.join(directory, 'objects'))) {
    throw new Error(`There is no Lamplight in ${directory}. Check DATA_DIR. Nothing was created.`)
  }
}

const lockFile = (directory: string) => path.join(directory, 'process.lock')

/** Returns true if a file operation succeeded, false if it failed with the one expected error. */
function happened(act: () => void, expected: string): boolean {
  try {
    act()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === expected) {
      return false
    }
    throw error
  }
}

/** Returns the living process that has the lock, or null. */
export function lockHolder(directory: string): Holder | null {
  const found = lookAt(directory)
  return typeof found === 'object' ? found : null
}

/** Reads the lock file. Returns its process, 'dead' (also for an incomplete lock) or 'none'. */
function lookAt(directory: string): Holder | 'dead' | 'none' {
  let text: string
  try {
    text = fs.readFileSync(lockFile(directory), 'utf8')
  } catch (error) {
    if (isMissing(error)) {
      return 'none'
    }
    throw error
  }
  try {
    const holder = JSON.parse(text) as Holder | null
    return typeof holder?.pid === 'number' && isAlive(holder) ? holder : 'dead'
  } catch (error) {
    // The lock is incomplete when its process was killed while writing it.
    if (error instanceof SyntaxError) {
      return 'dead'
    }
    throw error
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ESRCH') {
      return false
    }
    // The process belongs to another user, but it is alive.
    if (code !== 'EPERM') {
      throw error
    }
  }
  // Another process may have the same number by now: on Linux the start time distinguishes them.
  return getStart(pid) === startedAt
}

/** Returns when a process started, in clock ticks since boot; null without /proc, and for a zombie process. */
function getStart(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : (fields[18] ?? null)
  } catch (error) {
    // There is no /proc, or the process ended while it was read (ESRCH).
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ESRCH') {
      return null
    }
    throw error
  }
}
