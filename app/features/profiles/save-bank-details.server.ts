import type { RouterContextProvider } from 'react-router'
import { visitContext } from '#app/platform/limits/limits.server.ts'
import { siteContext } from '#app/platform/process/backend.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BankDetails, ownBankDetails } from './queries.server.ts'

type Context = Readonly<RouterContextProvider>
export type Wanted = Omit<BankDetails, 'changed_at'>

/**
 * What became of bank details that were given. `asked`: the bank said whose account it is, and the student has to say that it is theirs before it is
 * kept (/dashboard/account). Kept without that question: `kept` because there is nobody to ask or nothing to ask about, `away` because Paystack
 * did not answer, `unlisted` because Paystack does not know the bank, `often` because it was asked too often.
 */
export type SubmittedAccount = 'unchanged' | 'kept' | 'asked' | 'away' | 'unlisted' | 'often'

/** What a student is told besides that the profile is saved; '' when there is nothing to say. */
export const accountMessage: Readonly<Record<SubmittedAccount, string>> = {
  unchanged: '',
  kept: '',
  asked: 'Your bank details wait for your answer.',
  away: 'We could not ask your bank whose account it is just now, so check the number yourself.',
  unlisted:
    'We could not ask whose account it is, because this bank is not in our list. If it has another name there, pick that.',
  often: 'We did not ask whose account it is, because it was changed often today. Check the number yourself.',
}

/**
 * Takes bank details: asks the bank whose account it is where Paystack is on, once for each change, and keeps them at once otherwise.
 * @throws when the backend refused or failed.
 */
export async function saveBankAccount(
  context: Context,
  user: CurrentUser,
  profileId: string,
  wanted: Wanted,
): Promise<SubmittedAccount> {
  const known = await ownBankDetails(user, profileId)
  if (same(wanted, known)) {
    return 'unchanged'
  }
  const asked = await ask(context, user, profileId, wanted, known)
  if (asked !== 'asked') {
    await user.client
      .from('profiles_bank_details')
      .upsert({ profile_id: profileId, ...wanted })
      .throwOnError()
  }
  return asked
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
  const answer = { profile, bankName: bank_name, bankCode, accountNumber, accountName: account_name ?? '' }
  // The same account is asked about once, also when its form is sent again.
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
    await accounts.keepAnswer({ ...answer, holder: before.holder_name })
    return 'asked'
  }
  // Not through consumeRateLimit: the form goes on without this turn.
  const turn = await context.get(visitContext).take('account-name', { person: user.userId })
  if (turn.wait > 0) {
    return 'often'
  }
  const response = await accounts.getHolder({ bankCode, accountNumber })
  if (response === 'away') {
    await turn.giveBack()
    return 'away'
  }
  await accounts.keepAnswer({ ...answer, holder: response.holder })
  return 'asked'
}

/** Empty and missing are the same. */
function same(wanted: Wanted, known: Wanted | null): boolean {
  return (['bank_name', 'account_number', 'account_name'] as const).every(
    (field) => (wanted[field] ?? '') === (known?.[field] ?? ''),
  )
}

/** The account about which the person was asked, and whether its holder's name fits theirs; null when none waits for an answer. */
export async function ownAccountPending(user: CurrentUser) {
  const { data } = await user.client.rpc('own_account_pending').maybeSingle().throwOnError()
  return data
}

/** The account is theirs, so it is kept. False when none waits. */
export async function confirmOwnAccount(user: CurrentUser): Promise<boolean> {
  const { data } = await user.client.rpc('confirm_own_account').throwOnError()
  return data
}

/** The bank details stay as they were. False when none waits. */
export async function discardOwnAccount(user: CurrentUser): Promise<boolean> {
  const { data } = await user.client.rpc('discard_own_account').throwOnError()
  return data
}

/** The names of banks for a form; null: ours are offered. */
export async function bankNames(context: Context): Promise<readonly string[] | null> {
  return (await context.get(siteContext).bankAccounts?.banks()) ?? null
}
