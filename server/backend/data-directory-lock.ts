import fs from 'node:fs'
import path from 'node:path'
import { DiskGuard } from '../disk/disk-guard.ts'
import { isDiskFullError } from '../disk/disk-space.ts'
import { isMissing } from '../missing-file.ts'
import { checkEntries } from './data-directory-entries.ts'

type Holder = { pid: number; startedAt: string | null }

/**
 * Takes the data directory for this process. PGlite itself would let a second process open it and ruin both. A lock that a dead process
 * left is taken over.
 * @returns a function that releases the lock.
 * @throws {Error} a sentence for the person at the keyboard, when another process holds it, or when an entry is of the wrong kind.
 */
export function lockDataDirectory(directory: string): () => void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  checkEntries(directory)
  // A start writes, also the database does while it opens, so the ballast is deleted first if hardly any space is left.
  new DiskGuard(directory).check()
  const file = lockFile(directory)
  const mine: Holder = { pid: process.pid, startedAt: getStart(process.pid) }
  // The lock is written under another name and then linked, so that no process reads half a lock and takes it for a dead process's.
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
  throw new Error(`The data directory ${directory} could not be locked; is something else writing there?`)
}

/**
 * Removes the lock of a dead process. Several processes may find it at the same time, and a slow one must not remove the new lock of a
 * quick one. So they check again one at a time: nobody else can replace the dead lock between the check and the removal. If there is no
 * lock, nothing is removed, because another process may be writing its own.
 */
function removeDeadLock(directory: string): void {
  const turn = `${lockFile(directory)}.turn`
  if (!happened(() => fs.mkdirSync(turn), 'EEXIST')) {
    // A turn takes less than a millisecond, unless its process was killed during it.
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

const lockFile = (directory: string) => path.join(directory, 'process.lock')

/** True when a file operation succeeded; false when it failed with the one expected error. */
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

/** The living process that holds the directory, or null. */
export function lockHolder(directory: string): Holder | null {
  const found = lookAt(directory)
  return typeof found === 'object' ? found : null
}

/** What the lock file says: who holds it, that its process is dead (or the lock is incomplete), or that there is no lock. */
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
    // An incomplete lock: its process was killed while writing it.
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

/** When a process began, in clock ticks since boot; null without /proc, and for a zombie process. */
function getStart(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : (fields[18] ?? null)
  } catch (error) {
    // Without /proc, or once the process is gone (ESRCH while it is being read).
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ESRCH') {
      return null
    }
    throw error
  }
}
