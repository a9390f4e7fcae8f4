import { publicCache } from '#app/platform/cache/cache.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Client } from '#app/services/backend.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { uploads } from '../settings/defaults.ts'
import { settings } from '../settings/queries.server.ts'

/** Last year that the form accepts until the admin raises it (SPEC 5). */
export const FIRST_YEAR_MAX = 2024

/** Returns the last year that the form accepts. Never fails. */
export async function lastUploadYear(visitor: Client): Promise<number> {
  const { year_max } = await settings(visitor, 'uploads')
  return Number(year_max) || FIRST_YEAR_MAX
}

/**
 * The last year that the upload form accepts, and the current year. A stored year follows the calendar
 * (server/jobs/upload-year.ts); a site without one keeps the default of the specification, which is out of date.
 */
export type UploadYear = { set: number; now: number; isOutdated: boolean }

/** Returns the upload year. Throws if the backend failed. */
export async function uploadYear(admin: CurrentUser, moment: Date): Promise<UploadYear> {
  const { data } = await admin.client
    .from('settings')
    .select('setting_value')
    .eq('group_name', 'uploads')
    .eq('setting_key', 'year_max')
    .maybeSingle()
    .throwOnError()
  const set = Number(data?.setting_value) || Number(uploads.year_max)
  const now = Number(dayInLagos(moment).slice(0, 4))
  return { set, now, isOutdated: set < now }
}

/** Raises the setting to this year. Returns the year; throws if the backend failed. */
export async function raiseUploadYear(admin: CurrentUser, moment: Date): Promise<number> {
  const { now } = await uploadYear(admin, moment)
  await admin.client
    .from('settings')
    .upsert({ group_name: 'uploads', setting_key: 'year_max', setting_value: String(now) })
    .throwOnError()
  publicCache.invalidate('site')
  return now
}
