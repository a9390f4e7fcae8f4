import fs from 'node:fs'
import path from 'node:path'
import { isMissing } from '../missing-file.ts'

type Holder = { pid: number; startedAt: string | null }

/**
 * Takes the data directory for this process. PGlite itself would let a second process open it and ruin both.
 * A lock left by a process that is gone is taken over.
 * @returns a function that gives it back.
 * @throws {Error} a sentence for the person at the keyboard, when another process holds it.
 */
export function lockDataDirectory(directory: string): () => void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = lockFile(directory)
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) }
  // It is written under another name and then linked, so that nobody ever reads half a lock and takes it for a dead one's.
  const written = `${file}.${process.pid}`
  fs.writeFileSync(written, JSON.stringify(mine), { mode: 0o600 })
  try {
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
  } finally {
    fs.rmSync(written, { force: true })
  }
  throw new Error(`The data directory ${directory} could not be locked; is something else writing there?`)
}

/**
 * Removes a lock whose process is gone. Several processes may find it at once, and the slower must not remove the lock that the quicker has
 * put in its place: they look again one at a time, and what one of them read as a dead one's lock stays it until that one removes it. Where
 * there is no lock at all nothing is removed: somebody may be putting theirs there just now.
 */
function removeDeadLock(directory: string): void {
  const turn = `${lockFile(directory)}.turn`
  if (!happened(() => fs.mkdirSync(turn), 'EEXIST')) {
    // Whoever has the turn needs no millisecond for it, unless it was killed just then.
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

/** Whether an act on the file system came about; false when it ended in the one error that is expected. */
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

/** The lock as one reading of it shows: who holds it, that its process is gone (or half a lock), or that there is none. */
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
    // Half a lock: whoever wrote it was killed just then.
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
    // Somebody else's process, which is there all the same.
    if (code !== 'EPERM') {
      throw error
    }
  }
  // The same number may belong to somebody else by now: on Linux its start tells.
  return startOf(pid) === startedAt
}

/** When a process began, in clock ticks since boot; null where /proc does not tell, and for one that ended and only awaits its parent. */
function startOf(pid: number): string | null {
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
