import { errorMessage, log } from '#app/platform/log/log.server.ts'
import { banks as ours } from '#app/features/profiles/banks.ts'
import type { BankAccounts } from '#app/services/bank-accounts.ts'
import type { ServiceClient } from '../service-client.ts'
import type { Bank } from './accounts.ts'
import { type Paystack, PaystackRejectedError, PaystackUnknownOutcomeError } from './client.ts'

const DAY_MS = 24 * 3_600_000
/** After a failed fetch the list is not requested again for this time. */
const AWAY_MS = 60_000

const FORM_WAITS_MS = 1000

/** The banks that Paystack sends money to. */
export type BankList = {
  /** Returns the banks by name; null if Paystack has never responded. */
  list(): Promise<readonly Bank[] | null>
  /** Returns Paystack's code of a bank, by the name in its list or in ours; null for an unknown name. */
  getCode(name: string): Promise<string | null>
}

/** Caches Paystack's list of banks for a day. An old list is better than none while Paystack is unavailable. */
export function openBankList(paystack: Pick<Paystack, 'banks'>, now: () => number = Date.now): BankList {
  let stored: { list: readonly Bank[] | null; until: number } = { list: null, until: 0 }
  let asking: Promise<readonly Bank[] | null> | null = null

  async function ask(): Promise<readonly Bank[] | null> {
    try {
      const found = await paystack.banks()
      stored = { list: found.length > 0 ? found : stored.list, until: now() + DAY_MS }
    } catch (error) {
      log.error({ event: 'paystack.banks_failed', error: errorMessage(error) }, "Could not fetch Paystack's list of banks")
      stored = { ...stored, until: now() + AWAY_MS }
    }
    return stored.list
  }
  async function list(): Promise<readonly Bank[] | null> {
    if (now() < stored.until) {
      return stored.list
    }
    asking ??= ask().finally(() => {
      asking = null
    })
    // No request waits for a new list while there is an old one.
    return stored.list ?? asking
  }
  return {
    list,
    async getCode(name) {
      const same = (each: { name: string }) => plain(each.name) === plain(name)
      const theirs = await list()
      const code = theirs?.find(same)?.code ?? ours.find(same)?.code ?? null
      return theirs === null || theirs.some((each) => each.code === code) ? code : null
    },
  }
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Verifies account holders through Paystack (docs/decisions/0038). */
export function openBankAccounts(client: ServiceClient, paystack: Paystack, banks: BankList): BankAccounts {
  return {
    async banks() {
      // A form does not wait long for a list that only saves typing.
      const late = new Promise<null>((resolve) => setTimeout(resolve, FORM_WAITS_MS, null).unref())
      return Promise.race([banks.list(), late])
    },
    getCode: banks.getCode,
    async getHolder(account) {
      try {
        return { holder: await paystack.getHolder(account) }
      } catch (error) {
        if (error instanceof PaystackUnknownOutcomeError || error instanceof PaystackRejectedError) {
          log.error({ event: 'paystack.account_check_failed', error: error.message }, 'Could not verify the bank account holder')
          return 'away'
        }
        throw error
      }
    },
    async cacheVerification({ profile, bankName, bankCode, accountNumber, accountName, holder }) {
      await client
        .rpc('save_account_check', {
          profile,
          bank: bankName,
          code: bankCode,
          number: accountNumber,
          typed_name: accountName,
          ...(holder === null ? {} : { holder }),
        })
        .throwOnError()
    },
  }
}
