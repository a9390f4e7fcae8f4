import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { type ListAddress, type Page, ROWS } from '#app/platform/lists/keyset.server.ts'
import type { Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { invalidateMaterials } from '../materials/invalidate.server.ts'
import { type Outcome, outcomes } from './labels.ts'

export const reportParts = ['open', 'settled'] as const

/** A report as it was sent; `profile_id` is null once its sender's account is deleted. */
const reportList = v.array(
  v.object({
    id: v.string(),
    reason: v.string(),
    words: v.string(),
    created_at: v.string(),
    profile_id: v.nullable(v.string()),
    name: v.nullable(v.string()),
  }),
)

/** A reported item with its reports: all open ones, or all that were settled together. */
export type ReportedThing = {
  target: string
  material_id: string
  /** Null if the material itself was reported. */
  comment_id: string | null
  title: string
  slug: string
  /** True if the material is not on the site. */
  hidden: boolean
  /** The comment's text and its writer. */
  body: string | null
  author_name: string | null
  author_school: string | null
  urgent: boolean
  /** The number of reports; `firstReports` contains the first twenty. */
  reports: number
  since: string
  newest: string
  firstReports: v.InferOutput<typeof reportList>
  settled: { outcome: Outcome; note: string | null; by: string | null; at: string } | null
}

/**
 * Returns a page of reported items: open ones oldest first, or settled ones, last settled first. Throws if the backend
 * failed.
 */
export async function listReports(admin: CurrentUser, { search, show, after }: ListAddress): Promise<Page<ReportedThing>> {
  const open = show === 'open'
  const [at, target] = after?.split('~') ?? []
  const isPlace = target !== undefined && /^[\w-]{36}$/.test(target) && !Number.isNaN(Date.parse(at ?? ''))
  const { data } = await admin.client
    .rpc('find_reports', {
      are_open: open,
      search,
      max_rows: ROWS + 1,
      ...(isPlace ? { after_at: at ?? '', after_thing: target } : {}),
    })
    .throwOnError()
  const rows = data.slice(0, ROWS).map(({ outcome, note, settled_by, settled_at, ...row }) => ({
    ...row,
    firstReports: v.parse(reportList, row.result),
    settled: isOutcome(outcome) ? { outcome, note, by: settled_by, at: settled_at } : null,
  }))
  const last = rows.at(-1)
  const lastAt = last && (last.settled?.at ?? last.since)
  return { rows, next: data.length > ROWS && last ? `${lastAt}~${last.target}` : null, previous: null }
}

export function isOutcome(text: string | null | undefined): text is Outcome {
  return typeof text === 'string' && Object.hasOwn(outcomes, text)
}

/**
 * Settles the reports of an item up to `seen`, the time of the newest report on the admin's page. 'declined' also
 * declines the comment, 'unpublished' takes the material off the site, and visitors see that at once.
 * @returns ok, settled (by another admin in the meantime) or gone.
 * @throws if the backend rejected the call or failed.
 */
export async function resolveReports(
  admin: CurrentUser,
  target: string,
  seen: string,
  outcome: Outcome,
  note = '',
): Promise<Enums['report_settlement']> {
  const { data } = await admin.client.rpc('resolve_reports', { about: target, seen, how: outcome, remark: note }).throwOnError()
  invalidateReported()
  return data
}

/**
 * Reopens a settlement: the one of that time, otherwise the last one. A comment that was declined with it is shown
 * again, a material that was unpublished with it is published again.
 * @returns false if there was none.
 * @throws if the backend rejected the call or failed.
 */
export async function reopenReports(admin: CurrentUser, target: string, settledAt: string | undefined): Promise<boolean> {
  const { data } = await admin.client
    .rpc('reopen_reports', { about: target, ...(settledAt ? { settled: settledAt } : {}) })
    .throwOnError()
  invalidateReported()
  return data
}

/** Invalidates the cached materials and the comments of all, because a comment's material is unknown here. */
function invalidateReported(): void {
  publicCache.invalidate('comments:')
  invalidateMaterials()
}
