import * as v from 'valibot'
import { enums } from '#app/services/database.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { firstRules, type MoneyRules, shareWords } from './rules.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * Returns the current money rules. Never fails: without the backend it returns the initial rules. `client` is the
 * visitor's.
 */
export async function moneyRules(client: Client): Promise<MoneyRules> {
  return publicCache
    .get('rules', async () => {
      const { data } = await client
        .from('book_rules')
        .select(
          'refund_days, run_weekday, minimum_kobo, hold_hours, share_percent, rep_percent, share_basis, fee_hundredths, fee_fixed_kobo',
        )
        .order('valid_from', { ascending: false })
        .order('id', { ascending: false })
        .limit(1)
        .maybeSingle()
        .throwOnError()
      return data === null
        ? firstRules
        : {
            refundDays: data.refund_days,
            payoutDay: WEEKDAYS[data.run_weekday - 1] ?? firstRules.payoutDay,
            minimumKobo: data.minimum_kobo,
            holdHours: data.hold_hours,
            sharePercent: data.share_percent,
            repPercent: data.rep_percent,
            feeHundredths: data.fee_hundredths,
            feeFixedKobo: data.fee_fixed_kobo,
            shareBasis: data.share_basis === 'net' ? ('net' as const) : ('gross' as const),
          }
    })
    .catch(orLog('Could not read the money rules', firstRules))
}

/** Returns the history of the share, newest first, without changes of other rules. Throws if the backend failed. */
export async function shareHistory(client: Client): Promise<ShareRule[]> {
  const { data } = await client
    .from('book_rules')
    .select('share_percent, share_basis, valid_from')
    .order('valid_from')
    .order('id')
    .throwOnError()
  return data
    .map(({ share_percent, share_basis, valid_from }) => ({
      from: valid_from,
      says: shareWords(share_percent, share_basis === 'net' ? 'net' : 'gross'),
    }))
    .filter(({ says }, at, all) => all[at - 1]?.says !== says)
    .toReversed()
}
export type ShareRule = { from: string; says: string }

const kobo = v.number()
/** The earnings of a student as the database returns them (private.student_earnings). */
export const earnings = v.object({
  /** The number of sales of the user's works or by their class link that were not reversed. */
  sales: v.number(),
  earned_kobo: kobo,
  pending_kobo: kobo,
  /** The part of the pending balance that comes from test sales and is never paid. */
  test_kobo: kobo,
  /** Negative if the user is in debt. */
  available_kobo: kobo,
  on_way_kobo: kobo,
  paid_kobo: kobo,
  /** The next payout run that pays, if nothing changes. `day` in Lagos. `is_late`: it has passed without the run. */
  next: v.nullable(v.object({ day: v.string(), kobo, is_late: v.boolean() })),
  eligibility: v.nullable(
    v.object({
      eligibility: v.picklist(enums.payout_eligibility),
      until: v.nullable(v.string()),
      reason: v.nullable(v.string()),
    }),
  ),
  months: v.array(
    v.object({
      /** In Lagos: 2026-11. */
      month: v.string(),
      /** The number of the month's sales with a share, and what their buyers paid. */
      sales: v.number(),
      gross_kobo: kobo,
      earned_kobo: kobo,
      /** The shares of refunded and reversed sales. */
      back_kobo: kobo,
      /** Payouts less returned ones. */
      sent_kobo: kobo,
    }),
  ),
})
export type Earnings = v.InferOutput<typeof earnings>
export type EarningsMonth = Earnings['months'][number]

/** Returns the user's own totals, the next payout and the reason that blocks it. Throws if the backend failed. */
export async function ownEarnings(user: Pick<CurrentUser, 'client'>): Promise<Earnings> {
  const { data } = await user.client.rpc('own_earnings').throwOnError()
  return v.parse(earnings, data)
}

/** The number of lines on a page: more would be a long way on a phone, and each month has a page of its own. */
const LINES = 10

/**
 * Returns a page of the user's own statement, last line first, optionally of one month (2026-11). `next` is the start
 * of the next page. Throws if the backend failed.
 */
export async function ownStatement(
  user: Pick<CurrentUser, 'client'>,
  { before, month, max = LINES }: { before: number | null; month: string | null; max?: number },
) {
  const { data } = await user.client
    .rpc('own_statement', { ...(before ? { before } : {}), ...(month ? { month: `${month}-01` } : {}), max_rows: max + 1 })
    .throwOnError()
  const lines = data.slice(0, max)
  return { lines, next: data.length > max ? (lines.at(-1)?.id ?? null) : null }
}
export type StatementLine = Awaited<ReturnType<typeof ownStatement>>['lines'][number]
