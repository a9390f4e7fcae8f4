import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Transfers } from '#app/platform/process/transfers.ts'
import { transferFee } from './transfer-fee.ts'

type Admin = Pick<CurrentUser, 'client'>

/** Which payouts of a run go by transfer, and where each is, and which were taken in a file. Throws when the backend failed, as all of these do. */
export async function runTransfers(admin: Admin, run: string) {
  const { data } = await admin.client.rpc('run_transfers', { of_run: run }).throwOnError()
  return data
}
export type RunTransfer = Awaited<ReturnType<typeof runTransfers>>[number]

/** What Paystack needs for these amounts, its fees included, and what lies there; null when it is enough. Kobo. `away`: not known. */
export async function missingAtPaystack(
  transfers: Transfers,
  amounts: readonly number[],
): Promise<{ needed: number; there: number } | 'away' | null> {
  const there = await transfers.balance()
  const needed = amounts.reduce((sum, amount) => sum + amount + transferFee(amount), 0)
  return there === 'away' ? 'away' : there < needed ? { needed, there } : null
}

const started = v.object({ started: v.number(), kobo: v.number(), others: v.number() })

/** Writes down that these payouts go by transfer; for `withPasswordAgain`. A second tap begins none. */
export async function startTransfers(
  admin: Admin,
  { domain, isTestMode }: Transfers,
  run: string,
  payouts: string[],
): Promise<v.InferOutput<typeof started>> {
  const { data } = await admin.client
    .rpc('start_transfers', { of_run: run, which: payouts, mode: domain, trial: isTestMode })
    .throwOnError()
  return v.parse(started, data)
}

/** What Paystack calls a transfer that waits for a code; null when it waits for none. */
export async function paystackTransferCode(admin: Admin, payout: string): Promise<string | null> {
  // The generated types do not know that it may be null.
  const { data }: { data: string | null } = await admin.client.rpc('paystack_transfer_code', { payout }).throwOnError()
  return data
}

/** Does one thing with a transfer. False when somebody was faster. */
export async function actOnTransfer(
  admin: Admin,
  what: 'verify_transfer' | 'retry_transfer' | 'dismiss_transfer',
  payout: string,
): Promise<boolean> {
  const { data } = await admin.client.rpc(what, { payout }).throwOnError()
  return data
}

/** Settles a transfer of which Paystack said something that does not fit. False when somebody was faster. */
export async function closeTransfer(admin: Admin, payout: string, words: string): Promise<boolean> {
  const { data } = await admin.client.rpc('close_transfer', { payout, words }).throwOnError()
  return data
}

/** The file of a run was not used at the bank; for `withPasswordAgain`. Returns how many payouts can go by transfer now. */
export async function discardBankFile(admin: Admin, run: string): Promise<number> {
  const { data } = await admin.client.rpc('discard_bank_file', { of_run: run }).throwOnError()
  return data
}
