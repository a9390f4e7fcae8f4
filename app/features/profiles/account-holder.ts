/** The bank's answer about an account: its holder, that it knows no such account, or null if it was not asked. */
export type AccountHolder = { name: string } | 'unknown' | null

/** Returns a warning about a saved account that its bank did not confirm, or null. */
export function describeUnconfirmed(accountNumber: string | null | undefined, holder: AccountHolder): string | null {
  if (!accountNumber || (holder !== null && holder !== 'unknown')) {
    return null
  }
  return holder === null ? 'Not yet checked by the bank.' : 'The bank knows no account with this number.'
}
