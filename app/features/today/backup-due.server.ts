import type { Site } from '#app/services/site.server.ts'

/** Backups run each night, so one that is older than two nights was missed. */
const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000

/**
 * Checks whether backups are overdue, where this process makes them.
 * @returns the time of the last complete one (ISO 8601; null: never), or null if all is well or no backups are made
 * here.
 */
export async function backupDue({ lastBackup }: Pick<Site, 'lastBackup'>, now: Date): Promise<{ last: string | null } | null> {
  if (!lastBackup) {
    return null
  }
  const last = await lastBackup()
  return last && now.getTime() - last.getTime() <= TWO_DAYS_MS ? null : { last: last?.toISOString() ?? null }
}
