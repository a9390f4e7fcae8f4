import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Enums as Outcome } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { SubmittedSale } from './csv-sales.server.ts'
import type { Columns } from './sales-columns.server.ts'
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

/** Previews the outcome of each sale without writing anything. All functions here throw if the backend failed. */
export async function previewSales(admin: Admin, sales: SubmittedSale[]): Promise<Outlook[]> {
  if (sales.length === 0) {
    return []
  }
  const { data } = await admin.client.rpc('preview_sales', { input: sales }).throwOnError()
  return v.parse(preview, data)
}

/** The number of sales by outcome. */
export type Stored = { recorded: number; duplicate: number; unmatched: number; not_ours: number }

/** Records sales: in the ledger, or in the queue if they match no material. Students are notified by email. */
export async function recordSales(admin: Admin, sales: SubmittedSale[], source: 'hand' | 'csv'): Promise<Stored> {
  const { data } = await admin.client.rpc('record_sales', { input: sales, from_source: source }).single().throwOnError()
  return data
}

/** The table accepts 4,000 bytes, with a space after each comma and colon. */
const MAX_COLUMNS_BYTES = 3900

/** Saves the column names of a provider's file, unless they are too long. */
export async function rememberColumns(admin: Admin, provider: string, columns: Columns): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(columns)) > MAX_COLUMNS_BYTES) {
    return
  }
  await admin.client.from('sale_columns').upsert({ provider, columns }).throwOnError()
}

/**
 * Assigns a queued sale to a material (null: not ours). With `remember`, also assigns all sales of the same product
 * name. Returns the number of settled sales.
 */
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

/** Deletes a product-to-material rule. */
export async function deleteProductRule(admin: Admin, provider: string, words: string): Promise<void> {
  await admin.client.from('product_rules').delete().eq('provider', provider).eq('product_words', words).throwOnError()
}

/** Records a refund; `amount` null refunds the rest of the price. */
export async function refundSale(
  admin: Admin,
  sale: string,
  refund: { idempotencyKey: string; amount: number | null; reason: string },
): Promise<Outcome['refund_recording']> {
  const { data } = await admin.client
    .rpc('refund_sale', {
      of_sale: sale,
      idempotency_key: refund.idempotencyKey,
      reason: refund.reason,
      ...(refund.amount === null ? {} : { amount: refund.amount }),
    })
    .throwOnError()
  return data
}

/** Records that the buyer has received the refund. */
export async function recordRefundSettlement(admin: Admin, refund: string): Promise<Outcome['refund_settlement']> {
  const { data } = await admin.client.rpc('record_refund_settlement', { refund }).throwOnError()
  return data
}

/** Reverses a sale that was recorded wrongly. */
export async function reverseSale(admin: Admin, sale: string, reason: string): Promise<Outcome['sale_reversal']> {
  const { data } = await admin.client.rpc('reverse_sale', { of_sale: sale, reason }).throwOnError()
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

/** Confirms a run as it was shown, once; for `withPasswordAgain`. */
export async function confirmPayouts(
  admin: Admin,
  idempotencyKey: string,
  expected: { profile: string; kobo: number }[],
): Promise<{ outcome: Outcome['payout_confirmation']; run: string | null }> {
  const { data } = await admin.client.rpc('confirm_payouts', { named: idempotencyKey, expected }).throwOnError()
  return { outcome: data[0]?.outcome ?? 'changed', run: data[0]?.run_id ?? null }
}

/**
 * Reserves the payouts of a run for the file for the bank, so that Paystack does not send them too; for
 * `withPasswordAgain`.
 */
export async function reserveForBankFile(admin: Admin, run: string): Promise<void> {
  await admin.client.rpc('reserve_for_bank_file', { of_run: run }).throwOnError()
}

/**
 * Marks these payouts of a run as paid by the bank. Returns the number of newly marked ones; their students are
 * notified by email.
 */
export async function markPayoutsPaid(admin: Admin, run: string, payouts: string[], reference: string): Promise<number> {
  const { data } = await admin.client.rpc('mark_payouts_paid', { of_run: run, which: payouts, reference }).throwOnError()
  return data
}

/** Records that the bank returned a payout; its student is notified by email. */
export async function recordPayoutReturn(admin: Admin, payout: string, reason: string): Promise<Outcome['payout_return']> {
  const { data } = await admin.client.rpc('record_payout_return', { payout, reason }).throwOnError()
  return data
}

/** Holds a student's payouts; they see the reason. Returns the student's name, or null if they are held, or nobody's. */
export async function holdPayouts(admin: Admin, student: string, reason: string): Promise<string | null> {
  // The generated types do not declare that it may be null.
  const { data }: { data: string | null } = await admin.client
    .rpc('hold_payouts', { student, hold_reason: reason })
    .throwOnError()
  return data
}

/** Ends a hold. Returns the student's name, or null if it had already ended. */
export async function liftHold(admin: Admin, hold: string): Promise<string | null> {
  // The generated types do not declare that it may be null.
  const { data }: { data: string | null } = await admin.client.rpc('lift_hold', { hold }).throwOnError()
  return data
}

/** Records money that arrived from the provider, or that the bank took. Returns ok or duplicate. */
export async function recordBank(
  admin: Admin,
  input: { idempotencyKey: string; what: 'settlement' | 'bank_charge'; amount: number; note: string },
): Promise<Outcome['bank_recording']> {
  const { data } = await admin.client
    .rpc('record_bank', { idempotency_key: input.idempotencyKey, what: input.what, kobo: input.amount, response: input.note })
    .throwOnError()
  return data
}

/**
 * Changes the money rules from now on; for `withPasswordAgain`. Returns ok, same, or changed (another admin changed
 * them since they were read).
 */
export async function changeRules(admin: Admin, wanted: v.InferOutput<typeof rulesForm>): Promise<Outcome['book_rules_change']> {
  const { data } = await admin.client
    .rpc('change_book_rules', {
      seen: wanted.seen,
      rules: {
        refund_days: wanted.refund_days,
        minimum_kobo: wanted.minimum,
        run_weekday: wanted.run_weekday,
        hold_hours: wanted.hold_hours,
        share_percent: wanted.share_percent,
        rep_percent: wanted.rep_percent,
        share_basis: wanted.share_basis,
        fee_hundredths: wanted.fee_percent,
        fee_fixed_kobo: wanted.fee_fixed,
        vat_hundredths: wanted.vat_percent,
      },
    })
    .throwOnError()
  publicCache.invalidate('rules')
  return data
}
