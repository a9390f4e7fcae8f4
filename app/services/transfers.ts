/** Payouts through Paystack (docs/decisions/0038). A call throws when the backend failed. */
export type Transfers = {
  /** `live` if the key is for real money. */
  domain: 'test' | 'live'
  /** True in demo mode, in which no money moves. */
  isTestMode: boolean
  /** Returns the balance at Paystack, in kobo. `away`: it did not respond. */
  balance(): Promise<number | 'away'>
  /** Starts to send prepared transfers, and to verify due ones. Waits a moment, so that a page can show the result. */
  goOn(): Promise<void>
  /** Reconciles with Paystack now. Returns the number of open discrepancies. */
  compare(): Promise<number | 'away'>
  /** Submits the code that Paystack sent to the admin. `refused`: it was wrong. */
  giveCode(transferCode: string, code: string): Promise<'ok' | 'refused' | 'away'>
  /** Requests the code again. */
  resendCode(transferCode: string): Promise<'ok' | 'refused' | 'away'>
}
