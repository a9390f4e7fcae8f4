import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { childEnvironment } from '../child-environment.ts'
import { backupDays, daysToRemove, dayName, WEEKS } from '../backup-files.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, type PeriodicJob } from '../job-runner/periodic.ts'

export type BackupJob = PeriodicJob & {
  /** Makes a backup now, even if there is one of today. */
  request(): void
  /** When the running backup began, or null. */
  runningSince(): Date | null
}

const EVERY_MS = 10 * 60 * 1000
/** The hour of Lagos from which a night's backup starts, when the fewest users are awake. */
const FROM_HOUR = 2
const SCRIPT = path.resolve(import.meta.dirname, '../../tools/backup.ts')

type Options = {
  /** Weeks of which a backup is retained. */
  weeks?: number
  /** Milliseconds from now before which no backup is made. */
  waitMs?: number
  /** Runs the backup; tests pass another. */
  make?: (file: string) => Promise<void>
  now?: () => Date
}

/**
 * Makes a backup each night into `directory`, and removes older ones by the retention rule. The work is done by
 * another process of low priority, because compression and encryption would block all requests. It requests a copy
 * from this one (server/backend/control-socket.ts).
 */
export function makeBackups(
  directory: string,
  job: Job,
  { weeks = WEEKS, waitMs = 0, make = runScript, now = () => new Date() }: Options = {},
): BackupJob {
  const startedAt = now().getTime()
  const state = { isRequested: false, runningSince: null as Date | null }

  async function isDue(at: Date): Promise<boolean> {
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Africa/Lagos' }).format(at),
    )
    return at.getTime() - startedAt >= waitMs && hour >= FROM_HOUR && !(await backupDays(directory)).includes(dayInLagos(at))
  }

  const rounds = runPeriodically(job, EVERY_MS, async () => {
    const at = now()
    if (!state.isRequested && !(await isDue(at))) {
      return {}
    }
    state.isRequested = false
    state.runningSince = at
    try {
      fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
      const file = path.join(directory, dayName(dayInLagos(at)))
      // A backup that was requested replaces that of the day once it is complete.
      const fresh = `${file}.new`
      fs.rmSync(fresh, { force: true })
      await make(fresh)
      fs.renameSync(fresh, file)
    } finally {
      state.runningSince = null
    }
    for (const day of daysToRemove(await backupDays(directory), weeks)) {
      fs.rmSync(path.join(directory, dayName(day)), { force: true })
    }
    return {}
  })
  return {
    ...rounds,
    request() {
      state.isRequested = true
      rounds.nudge()
    },
    runningSince: () => state.runningSince,
  }
}

function runScript(file: string): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, file], {
    env: childEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let response = ''
  child.stderr.on('data', (chunk: Buffer) => {
    response = (response + chunk.toString()).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`Could not make the backup: ${response.trim()}`))))
  })
}
