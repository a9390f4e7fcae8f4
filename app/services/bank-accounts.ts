/** Banks and accounts as Paystack knows them (docs/decisions/0038). A call throws when the backend failed. */
export type BankAccounts = {
  /** Returns the banks to which money can be sent; null while Paystack is unavailable. */
  banks(): Promise<readonly { name: string; code: string }[] | null>
  /** Returns the code of a bank by its name; null for a name that Paystack does not have. */
  getCode(name: string): Promise<string | null>
  /**
   * Returns the account holder. `holder` is null if the bank knows no such account; `away` if Paystack did not respond.
   */
  getHolder(account: { bankCode: string; accountNumber: string }): Promise<{ holder: string | null } | 'away'>
  /** Stores the bank's result until the student confirms it. */
  cacheVerification(answer: {
    profile: string
    bankName: string
    bankCode: string
    accountNumber: string
    accountName: string
    holder: string | null
  }): Promise<void>
}
