import type { SiteBackend } from '../site-backend.ts'
import type { Job } from './jobs.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'
import { serviceClient } from '../service-client.ts'

const EVERY_MS = 24 * 60 * 60 * 1000

/** Days in the library's list that only schools or some states keep. */
const NOT_EVERYWHERE = /^(Children's Day|National Youth Day|Islamic New Year)/

/**
 * The public holidays of a year in Nigeria, one line each: '2026-10-01 Independence Day'. Islamic holidays are a forecast; the operator
 * corrects them when they are announced.
 */
export async function publicHolidays(year: number): Promise<string> {
  // Loaded only when it is needed, which is a few seconds a year.
  const { default: Holidays } = await import('date-holidays')
  const days = new Holidays('NG')
    .getHolidays(year)
    .filter(({ type, name }) => type === 'public' && !NOT_EVERYWHERE.test(name))
    .map(({ date, name }) => `${date.slice(0, 10)} ${name}`)
  return [...new Set(days)].toSorted().join('\n')
}

/**
 * Writes the public holidays of this year and the next into the settings (uploads.public_holidays_<year>), by which reviews are due, if
 * they are missing. The operator's changes stay. Runs now and every day. Without a secret key nothing is written, and only weekends count.
 */
export function keepHolidays(backend: SiteBackend, job: Job): Rounds {
  const client = serviceClient(backend)
  if (!client) {
    return noRounds
  }
  return inRounds(job, EVERY_MS, async () => {
    const year = new Date().getFullYear()
    const wanted = [year, year + 1].map((each) => ({ key: `public_holidays_${each}`, year: each }))
    const { data: known } = await client
      .from('settings')
      .select('setting_key')
      .eq('group_name', 'uploads')
      .in(
        'setting_key',
        wanted.map(({ key }) => key),
      )
      .throwOnError()
    const missing = wanted.filter(({ key }) => !known.some(({ setting_key }) => setting_key === key))
    if (missing.length > 0) {
      const rows = missing.map(async ({ key, year: each }) => ({
        group_name: 'uploads',
        setting_key: key,
        setting_value: await publicHolidays(each),
      }))
      await client
        .from('settings')
        .upsert(await Promise.all(rows), { ignoreDuplicates: true })
        .throwOnError()
    }
    return {}
  })
}
