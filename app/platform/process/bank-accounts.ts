/** Banks and accounts as Paystack knows them (docs/decisions/0038). A call throws when the backend failed. */
export type BankAccounts = {
  /** The names of the banks to which money can be sent; null while Paystack is away. */
  banks(): Promise<readonly string[] | null>
  /** The code of a bank by its name; null for a name that Paystack does not have. */
  getCode(name: string): Promise<string | null>
  /** Whose account it is. `holder` null: the bank knows no such account. `away`: Paystack did not answer. */
  getHolder(account: { bankCode: string; accountNumber: string }): Promise<{ holder: string | null } | 'away'>
  /** Keeps what the bank said until the student answers. */
  keepAnswer(answer: {
    profile: string
    bankName: string
    bankCode: string
    accountNumber: string
    accountName: string
    holder: string | null
  }): Promise<void>
}
