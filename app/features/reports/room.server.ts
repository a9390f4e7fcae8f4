import * as v from 'valibot'
import { publicCache } from '../../platform/cache/cache.server.ts'
import { type ListAddress, type Page, ROWS } from '../../platform/lists/keyset.server.ts'
import type { Person } from '../../platform/session/session.server.ts'
import { type Outcome, outcomes } from './words.ts'

export const reportParts = ['open', 'settled'] as const

/** One report as somebody sent it; `profile_id` is null once their account is deleted. */
const told = v.array(
  v.object({
    id: v.string(),
    reason: v.string(),
    words: v.string(),
    created_at: v.string(),
    profile_id: v.nullable(v.string()),
    name: v.nullable(v.string()),
  }),
)

/** A thing with its reports: all that are open, or all that were settled together. */
export type ReportedThing = {
  thing: string
  material_id: string
  /** Null when the material itself was reported. */
  comment_id: string | null
  title: string
  slug: string
  /** The material is off the site. */
  hidden: boolean
  /** The comment's words and its writer. */
  body: string | null
  author_name: string | null
  author_school: string | null
  urgent: boolean
  /** How many reports; `told` holds the first twenty. */
  reports: number
  since: string
  newest: string
  told: v.InferOutput<typeof told>
  settled: { outcome: Outcome; note: string | null; by: string | null; at: string } | null
}

/** A page of what was reported: the open in the order they came, or the settled, the last one first. Throws when the backend failed. */
export async function listReports(operator: Person, { search, show, after }: ListAddress): Promise<Page<ReportedThing>> {
  const open = show === 'open'
  const [at, thing] = after?.split('~') ?? []
  const isPlace = thing !== undefined && /^[\w-]{36}$/.test(thing) && !Number.isNaN(Date.parse(at ?? ''))
  const { data } = await operator.client
    .rpc('find_reports', {
      are_open: open,
      search,
      most: ROWS + 1,
      ...(isPlace ? { after_at: at ?? '', after_thing: thing } : {}),
    })
    .throwOnError()
  const rows = data.slice(0, ROWS).map(({ outcome, note, settled_by, settled_at, ...row }) => ({
    ...row,
    told: v.parse(told, row.told),
    settled: isOutcome(outcome) ? { outcome, note, by: settled_by, at: settled_at } : null,
  }))
  const last = rows.at(-1)
  const lastAt = last && (last.settled?.at ?? last.since)
  return { rows, next: data.length > ROWS && last ? `${lastAt}~${last.thing}` : null, previous: null }
}

export function isOutcome(text: string | null | undefined): text is Outcome {
  return typeof text === 'string' && Object.hasOwn(outcomes, text)
}

/**
 * Settles what was reported of a thing up to `seen`, the moment of the newest report that was looked at. 'declined' declines the comment too,
 * and visitors see that at once.
 * @returns ok, settled (by somebody else, meanwhile) or gone.
 * @throws when the backend refused or failed.
 */
export async function settleReports(
  operator: Person,
  thing: string,
  seen: string,
  outcome: Outcome,
  note = '',
): Promise<'ok' | 'settled' | 'gone'> {
  const { data } = await operator.client.rpc('settle_reports', { about: thing, seen, how: outcome, remark: note }).throwOnError()
  forgetComments()
  return data as 'ok'
}

/**
 * Opens what was settled again: the settlement of that moment, else the last one. A comment that was declined with it is shown again.
 * @returns whether there was one. Throws when the backend refused or failed.
 */
export async function reopenReports(operator: Person, thing: string, settledAt: string | undefined): Promise<boolean> {
  const { data } = await operator.client
    .rpc('reopen_reports', { about: thing, ...(settledAt ? { settled: settledAt } : {}) })
    .throwOnError()
  forgetComments()
  return data
}

/** Whose material it was is not known here; a shop's comments are read again soon enough. */
function forgetComments(): void {
  publicCache.forget('comments:')
}
