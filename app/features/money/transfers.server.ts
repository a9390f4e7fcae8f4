import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Transfers } from '#app/services/transfers.ts'
import { transferFee } from './transfer-fee.ts'

type Admin = Pick<CurrentUser, 'client'>

/**
 * Returns the payouts of a run that are transfers with their states, and those that were exported to a bank file. All
 * functions here throw if the backend failed.
 */
export async function runTransfers(admin: Admin, run: string) {
  const { data } = await admin.client.rpc('run_transfers', { of_run: run }).throwOnError()
  return data
}
export type RunTransfer = Awaited<ReturnType<typeof runTransfers>>[number]

/**
 * Returns the amount that Paystack needs, including its fees, and its balance; null if it suffices. Kobo. `away`:
 * unknown.
 */
export async function missingAtPaystack(
  transfers: Transfers,
  amounts: readonly number[],
): Promise<{ needed: number; there: number } | 'away' | null> {
  const there = await transfers.balance()
  const needed = amounts.reduce((sum, amount) => sum + amount + transferFee(amount), 0)
  return there === 'away' ? 'away' : there < needed ? { needed, there } : null
}

/** Records that these payouts are sent as transfers; for `withPasswordAgain`. A second tap starts nothing. */
export async function startTransfers(
  admin: Admin,
  { domain, isTestMode }: Transfers,
  run: string,
  payouts: string[],
): Promise<{ started: number; kobo: number; others: number }> {
  const { data } = await admin.client
    .rpc('start_transfers', { of_run: run, which: payouts, mode: domain, trial: isTestMode })
    .single()
    .throwOnError()
  return data
}

/** Returns Paystack's code of a transfer that awaits a one-time password, or null. */
export async function paystackTransferCode(admin: Admin, payout: string): Promise<string | null> {
  // The generated types do not declare that it may be null.
  const { data }: { data: string | null } = await admin.client.rpc('paystack_transfer_code', { payout }).throwOnError()
  return data
}

/** Applies an action to a transfer. False if its state has changed since. */
export async function actOnTransfer(
  admin: Admin,
  what: 'verify_transfer' | 'retry_transfer' | 'dismiss_transfer',
  payout: string,
): Promise<boolean> {
  const { data } = await admin.client.rpc(what, { payout }).throwOnError()
  return data
}

/** Resolves a mismatched transfer. False if its state has changed since. */
export async function closeTransfer(admin: Admin, payout: string, words: string): Promise<boolean> {
  const { data } = await admin.client.rpc('close_transfer', { payout, words }).throwOnError()
  return data
}

/**
 * Discards a run's bank file that was not used; for `withPasswordAgain`. Returns the number of payouts that can now be
 * transferred.
 */
export async function discardBankFile(admin: Admin, run: string): Promise<number> {
  const { data } = await admin.client.rpc('discard_bank_file', { of_run: run }).throwOnError()
  return data
}
