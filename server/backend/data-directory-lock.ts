import fs from 'node:fs'
import path from 'node:path'

type Holder = { pid: number; startedAt: string | null }

/**
 * Takes the data directory for this process. PGlite itself would let a second process open it and ruin both.
 * A lock left by a process that is gone is taken over.
 * @returns a function that gives it back.
 * @throws {Error} a sentence for the person at the keyboard, when another process holds it.
 */
export function lockDataDirectory(directory: string): () => void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, 'process.lock')
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) }

  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      fs.writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
      return () => fs.rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error
      }
    }
    const holder = lockHolder(directory)
    if (holder) {
      throw new Error(
        `Another Lamplight (process ${holder.pid}) is using ${directory}. Stop it first, or give this one a DATA_DIR of its own.`,
      )
    }
    fs.rmSync(file, { force: true })
  }
  throw new Error(`The data directory ${directory} could not be locked; is something else writing there?`)
}

/** The living process that holds the directory, or null. */
export function lockHolder(directory: string): Holder | null {
  let holder: Holder
  try {
    holder = JSON.parse(fs.readFileSync(path.join(directory, 'process.lock'), 'utf8')) as Holder
  } catch {
    return null
  }
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
      return null
    }
  }
  // The same number may belong to somebody else by now: on Linux its start tells.
  return startOf(holder.pid) === holder.startedAt ? holder : null
}

/** When a process began, in clock ticks since boot; null where /proc does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
