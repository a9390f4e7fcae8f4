import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Enums as Outcome } from '#app/platform/process/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Columns, SubmittedSale } from './csv-sales.server.ts'
import type { rulesForm } from './schema.ts'

type Admin = Pick<CurrentUser, 'client'>

const preview = v.array(
  v.object({
    outcome: v.picklist(['new', 'duplicate', 'unmatched', 'currency', 'not_ours']),
    material: v.nullable(v.string()),
    title: v.nullable(v.string()),
  }),
)
export type Outlook = v.InferOutput<typeof preview>[number]

/** What each sale would become; writes nothing. Throws when the backend failed, as all of these do. */
export async function previewSales(admin: Admin, sales: SubmittedSale[]): Promise<Outlook[]> {
  if (sales.length === 0) {
    return []
  }
  const { data } = await admin.client.rpc('preview_sales', { input: sales }).throwOnError()
  return v.parse(preview, data)
}

const stored = v.object({ recorded: v.number(), duplicate: v.number(), unmatched: v.number(), not_ours: v.number() })
export type Kept = v.InferOutput<typeof stored>

/** Writes sales down: into the books, or into the queue when they match nothing. Students are mailed. */
export async function recordSales(admin: Admin, sales: SubmittedSale[], source: 'hand' | 'csv'): Promise<Kept> {
  const { data } = await admin.client.rpc('record_sales', { input: sales, from_source: source }).throwOnError()
  return v.parse(stored, data)
}

/** The table takes 4,000 bytes, with a space after each comma and colon. */
const MAX_COLUMNS_BYTES = 3900

/** Remembers what the columns of a provider's file are called, unless their names are too long. */
export async function rememberColumns(admin: Admin, provider: string, columns: Columns): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(columns)) > MAX_COLUMNS_BYTES) {
    return
  }
  await admin.client.from('sale_columns').upsert({ provider, columns }).throwOnError()
}

/** Says which material a queued sale was of (null: none of ours); `remember` also of all that is called so. Returns how many are settled. */
export async function resolveUnmatchedSale(
  admin: Admin,
  id: string,
  material: string | null,
  remember: boolean,
  naira: number | null,
): Promise<number> {
  const { data } = await admin.client
    .rpc('resolve_unmatched_sale', {
      unmatched: id,
      remember,
      ...(material === null ? {} : { to_material: material }),
      ...(naira === null ? {} : { naira_kobo: naira }),
    })
    .throwOnError()
  return data
}

/** Forgets what a product is. */
export async function forgetProduct(admin: Admin, provider: string, words: string): Promise<void> {
  await admin.client.from('product_rules').delete().eq('provider', provider).eq('product_words', words).throwOnError()
}

/** Records a refund; `amount` null is all that is left of the price. */
export async function refundSale(
  admin: Admin,
  sale: string,
  refund: { once: string; amount: number | null; reason: string },
): Promise<Outcome['refund_recording']> {
  const { data } = await admin.client
    .rpc('refund_sale', {
      of_sale: sale,
      idempotency_key: refund.once,
      reason: refund.reason,
      ...(refund.amount === null ? {} : { amount: refund.amount }),
    })
    .throwOnError()
  return data
}

/** Records that the buyer has the money back. */
export async function recordRefundSettlement(admin: Admin, refund: string): Promise<Outcome['refund_settlement']> {
  const { data } = await admin.client.rpc('record_refund_settlement', { refund }).throwOnError()
  return data
}

/** Reverses a sale that was written down wrongly. */
export async function reverseSale(admin: Admin, sale: string, why: string): Promise<Outcome['sale_reversal']> {
  const { data } = await admin.client.rpc('reverse_sale', { of_sale: sale, reason: why }).throwOnError()
  return data
}

/** Records the order of a reversed sale again. */
export async function retryUnmatchedSale(
  admin: Admin,
  sale: string,
  right: { gross: number; fee: number | null; paid: Date },
): Promise<Outcome['sale_recording']> {
  const { data } = await admin.client
    .rpc('retry_unmatched_sale', {
      of_sale: sale,
      gross: right.gross,
      paid: right.paid.toISOString(),
      ...(right.fee === null ? {} : { fee: right.fee }),
    })
    .throwOnError()
  return data
}

/** Confirms a run as it was seen, once; for `withPasswordAgain`. */
export async function confirmPayouts(
  admin: Admin,
  once: string,
  expected: { profile: string; kobo: number }[],
): Promise<{ outcome: string; run: string | null }> {
  const { data } = await admin.client.rpc('confirm_payouts', { named: once, expected }).throwOnError()
  return { outcome: data[0]?.outcome ?? 'changed', run: data[0]?.run_id ?? null }
}

/** Notes that the bank made these payouts of a run. Returns how many were not noted before; their students are mailed. */
export async function notePaid(admin: Admin, run: string, payouts: string[], reference: string): Promise<number> {
  const { data } = await admin.client.rpc('mark_payouts_paid', { of_run: run, which: payouts, reference }).throwOnError()
  return data
}

/** Records that the bank returned a payout; its student is mailed. */
export async function noteReturned(admin: Admin, payout: string, why: string): Promise<Outcome['payout_return']> {
  const { data } = await admin.client.rpc('record_payout_return', { payout, reason: why }).throwOnError()
  return data
}

/** Pays a student nothing for now; they read the reason. False when that is so already. */
export async function holdPayouts(admin: Admin, student: string, why: string): Promise<boolean> {
  const { data } = await admin.client.rpc('hold_payouts', { student, hold_reason: why }).throwOnError()
  return data
}

/** Ends a hold. False when it was ended before. */
export async function liftHold(admin: Admin, hold: string): Promise<boolean> {
  const { data } = await admin.client.rpc('lift_hold', { hold }).throwOnError()
  return data
}

/** Notes money that arrived from the provider, or that the bank took. Returns ok or duplicate. */
export async function recordBank(
  admin: Admin,
  input: { once: string; what: 'settlement' | 'bank_charge'; amount: number; note: string },
): Promise<string> {
  const { data } = await admin.client
    .rpc('record_bank', { idempotency_key: input.once, what: input.what, kobo: input.amount, response: input.note })
    .throwOnError()
  return data
}

/** Changes the rules of money from now on; for `withPasswordAgain`. Returns ok, same, or changed (somebody else changed what was seen). */
export async function changeRules(admin: Admin, wanted: v.InferOutput<typeof rulesForm>): Promise<string> {
  const { data } = await admin.client
    .rpc('change_book_rules', {
      seen: wanted.seen,
      new_refund_days: wanted.refund_days,
      new_minimum_kobo: wanted.minimum,
      new_run_weekday: wanted.run_weekday,
      new_hold_hours: wanted.hold_hours,
      new_share_percent: wanted.share_percent,
      new_share_basis: wanted.share_basis,
      new_fee_hundredths: wanted.fee_percent,
      new_fee_fixed_kobo: wanted.fee_fixed,
    })
    .throwOnError()
  publicCache.forget('rules')
  return data
}
