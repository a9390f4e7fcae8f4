import { banks, holder } from './responses.ts'
import { type Call, PAGE_PATIENCE_MS, PaystackRejectedError } from './call.ts'

/** A bank of Paystack's list. */
export type Bank = { name: string; code: string }

/** Calls about banks and accounts. */
export type AccountCalls = {
  /** Returns the banks to which naira can be sent, by name. */
  banks(): Promise<Bank[]>
  /**
   * Returns the bank's name for an account's holder, or null when the bank does not know the account. It counts
   * against a small allowance.
   */
  getHolder(account: { bankCode: string; accountNumber: string }): Promise<string | null>
}

/** There are several hundred banks; more pages than this would be a mistake. */
const MAX_PAGES = 20
const A_PAGE = 100

export const accountCalls = (call: Call): AccountCalls => ({
  async banks() {
    const found = new Map<string, Bank>()
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const list = await call('banks', `/bank?country=nigeria&currency=NGN&perPage=${A_PAGE}&page=${page}`, banks, {
        patienceMs: PAGE_PATIENCE_MS,
        isList: true,
      })
      const before = found.size
      for (const one of list) {
        if (one?.active && !one.is_deleted && !found.has(one.name)) {
          found.set(one.name, { name: one.name, code: one.code })
        }
      }
      // A server that ignores `page` returns the same banks again, so stop when nothing new arrives.
      if (list.length < A_PAGE || found.size === before) {
        break
      }
    }
    return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
  },
  async getHolder({ bankCode, accountNumber }) {
    const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
    try {
      const path = `/bank/resolve?${query.toString()}`
      return (await call('holderOf', path, holder, { patienceMs: PAGE_PATIENCE_MS })).account_name
    } catch (error) {
      // A wrong key is our fault and says nothing about the account.
      if (error instanceof PaystackRejectedError && error.status !== 401 && error.status !== 403) {
        return null
      }
      throw error
    }
  },
})
