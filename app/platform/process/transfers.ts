/** Payouts through Paystack (docs/decisions/0038). A call throws when the backend failed. */
export type Transfers = {
  /** Whether the key is for real money. */
  domain: 'test' | 'live'
  /** In a trial run no money moves, whatever is paid. */
  isTestMode: boolean
  /** What lies at Paystack, in kobo. `away`: it did not answer. */
  balance(): Promise<number | 'away'>
  /** Begins to send what is prepared, and to ask about what is due. Waits a moment, so that a page can show the answer. */
  goOn(): Promise<void>
  /** Compares what Paystack lists with what we have, now. Returns how many differences are open. */
  compare(): Promise<number | 'away'>
  /** Gives the code that Paystack sent to the admin. `refused`: it was not right. */
  giveCode(transferCode: string, code: string): Promise<'ok' | 'refused' | 'away'>
  /** Has the code sent again. */
  resendCode(transferCode: string): Promise<'ok' | 'refused' | 'away'>
}
