import fs from 'node:fs/promises'
import { ifMissing } from './missing-file.ts'

const DAYS = 7
/** Weeks of which a backup is retained in BACKUP_DIR. Backups beside the data share its disk, so only days remain. */
export const WEEKS = 4
/** The folder of DATA_DIR with the nightly backups where BACKUP_DIR is not set. */
export const BACKUPS_BESIDE_DATA = 'backups'
const NAME = /^lamplight-(\d{4}-\d{2}-\d{2})\.backup$/

/** Returns the file name of a night's backup. `day` is YYYY-MM-DD in Lagos. */
export const dayName = (day: string): string => `lamplight-${day}.backup`

/**
 * Returns the days (YYYY-MM-DD) with a backup in a directory, newest first. Only complete backups have such a name.
 */
export async function backupDays(directory: string): Promise<string[]> {
  const names = await fs.readdir(directory).catch(ifMissing<string[]>([]))
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .toSorted()
    .toReversed()
}

/** Returns the time at which the newest backup of a directory was finished, and its size in bytes; null without one. */
export async function lastBackup(directory: string): Promise<{ at: Date; bytes: number } | null> {
  const [day] = await backupDays(directory)
  if (day === undefined) {
    return null
  }
  const { mtime, size } = await fs.stat(`${directory}/${dayName(day)}`)
  return { at: mtime, bytes: size }
}

/**
 * Returns the days whose backups are removed: all but the last seven that have a backup, and the first of each of the
 * last `weekCount` weeks (from Monday on).
 */
export function daysToRemove(days: readonly string[], weekCount = WEEKS): string[] {
  const newest = days.toSorted().toReversed()
  const weeks = [...Map.groupBy(newest, getMonday).values()].slice(0, weekCount)
  const stored = new Set([...newest.slice(0, DAYS), ...weeks.map((week) => week.at(-1))])
  return newest.filter((day) => !stored.has(day))
}

function getMonday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
