import type { Confirmed } from '#app/platform/forms/confirmed.ts'
import type { RouterContextProvider } from 'react-router'
import { visitContext } from '#app/platform/limits/limits.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BankDetails, ownBankDetails } from './queries.server.ts'

type Context = Readonly<RouterContextProvider>
export type Wanted = Omit<BankDetails, 'changed_at'>

/**
 * The result for submitted bank details. `asked`: the bank returned the holder's name, and the student has to confirm
 * it before the details are saved (/dashboard/account). Saved without that confirmation: `kept` because verification is
 * off or not needed, `away` because Paystack did not respond, `unlisted` because Paystack does not know the bank,
 * `often` because of the rate limit.
 */
export type SubmittedAccount = 'unchanged' | 'kept' | 'asked' | 'away' | 'unlisted' | 'often'

/** The message after "profile saved"; '' if there is none. */
export const accountMessage: Readonly<Record<SubmittedAccount, string>> = {
  unchanged: '',
  kept: '',
  asked: 'Please confirm your bank details.',
  away: 'We could not check the account with your bank, so check the number yourself.',
  unlisted: 'We could not check the account, because this bank is not in our list. If it has another name there, choose that.',
  often: 'We did not check the account, because it was changed often today. Check the number yourself.',
}

/** Runs `act` after the user confirmed their password or second factor (`withPasswordAgain`). */
export type Confirm = <Result>(act: (client: CurrentUser['client']) => Promise<Result>) => Promise<Confirmed<Result>>

/**
 * Saves bank details; `confirm` is called before stored ones are changed. If Paystack is configured, it first asks for
 * the holder's name, once per change; otherwise it saves at once.
 * @throws if the backend rejected them or failed.
 */
export async function saveBankAccount(
  context: Context,
  user: CurrentUser,
  profileId: string,
  wanted: Wanted,
  confirm: Confirm,
): Promise<Confirmed<SubmittedAccount>> {
  const known = await ownBankDetails(user, profileId)
  if (same(wanted, known)) {
    return { done: 'unchanged' }
  }
  const save = async (client: CurrentUser['client']) => {
    const asked = await ask(context, user, profileId, wanted, known)
    if (asked !== 'asked') {
      await client
        .from('profiles_bank_details')
        .upsert({ profile_id: profileId, ...wanted })
        .throwOnError()
    }
    return asked
  }
  return known?.account_number ? confirm(save) : { done: await save(user.client) }
}

async function ask(
  context: Context,
  user: CurrentUser,
  profile: string,
  { bank_name, account_number, account_name }: Wanted,
  known: Wanted | null,
): Promise<Exclude<SubmittedAccount, 'unchanged'>> {
  const accounts = context.get(siteContext).bankAccounts
  const isAnother = bank_name !== known?.bank_name || account_number !== known.account_number
  if (!accounts || !bank_name || account_number?.length !== 10 || !isAnother) {
    return 'kept'
  }
  const bankCode = await accounts.getCode(bank_name)
  if (bankCode === null) {
    return 'unlisted'
  }
  const accountNumber = account_number
  const account = { profile, bankName: bank_name, bankCode, accountNumber, accountName: account_name ?? '' }
  // The same account is verified once, even if its form is sent again.
  const { data: before } = await user.client
    .from('account_checks')
    .select('holder_name')
    .eq('profile_id', profile)
    .eq('bank_code', bankCode)
    .eq('account_number', accountNumber)
    .limit(1)
    .maybeSingle()
    .throwOnError()
  if (before) {
    await accounts.cacheVerification({ ...account, holder: before.holder_name })
    return 'asked'
  }
  // Does not use consumeRateLimit, because the form continues when the limit is exceeded.
  const turn = await context.get(visitContext).consume('account-name', { person: user.userId })
  if (turn.wait > 0) {
    return 'often'
  }
  const verification = await accounts.getHolder({ bankCode, accountNumber })
  if (verification === 'away') {
    await turn.release()
    return 'away'
  }
  await accounts.cacheVerification({ ...account, holder: verification.holder })
  return 'asked'
}

/** Empty and missing values are equal. */
function same(wanted: Wanted, known: Wanted | null): boolean {
  return (['bank_name', 'account_number', 'account_name'] as const).every(
    (field) => (wanted[field] ?? '') === (known?.[field] ?? ''),
  )
}

/** Returns the account that awaits the user's confirmation, and whether its holder's name matches theirs, or null. */
export async function ownAccountPending(user: CurrentUser) {
  const { data } = await user.client.rpc('own_account_pending').maybeSingle().throwOnError()
  return data
}

/** Confirms that the account is the user's, and saves it. False if none is pending. */
export async function confirmOwnAccount({ client }: Pick<CurrentUser, 'client'>): Promise<boolean> {
  const { data } = await client.rpc('confirm_own_account').throwOnError()
  return data
}

/** Discards the pending bank details. False if none is pending. */
export async function discardOwnAccount(user: CurrentUser): Promise<boolean> {
  const { data } = await user.client.rpc('discard_own_account').throwOnError()
  return data
}

/** Returns the names of banks for a form, or null to offer ours. */
export async function bankNames(context: Context): Promise<readonly string[] | null> {
  return (await context.get(siteContext).bankAccounts?.banks()) ?? null
}
