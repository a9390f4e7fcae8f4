import type { Confirmed } from '#app/platform/forms/confirmed.ts'
import type { RouterContextProvider } from 'react-router'
import { visitContext } from '#app/platform/limits/limits.server.ts'
import type { BankChangeDelay } from '#app/platform/text/bank-change.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BankOption, findBank, toBankOptions } from './banks.ts'
import type { AccountHolder } from './account-holder.ts'
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

/** Submitted bank details. Without an account name, the stored one remains with its account. */
type Submitted = Omit<Wanted, 'account_name'> & { account_name?: string | null | undefined }

/** The error of a field of the bank details. `likely`: the banks that the text may stand for. */
export type BankError = { field: 'bank_name' | 'account_name'; reason: string; likely?: string[] }

const TYPE_NAME = 'type the name of the account as your bank has it, and save again'

/** Why the student has to type the account's name. */
const nameReasons: Readonly<Partial<Record<SubmittedAccount, string>>> = {
  away: `Your bank did not answer: ${TYPE_NAME}`,
  unlisted: `We cannot ask this bank: ${TYPE_NAME}`,
  often: `The account was changed often today, so we did not ask your bank: ${TYPE_NAME}`,
}

/** Runs `act` after the user confirmed their password or second factor (`withPasswordAgain`). */
export type Confirm = <Result>(act: (client: CurrentUser['client']) => Promise<Result>) => Promise<Confirmed<Result>>

/**
 * Saves bank details; `confirm` is called before stored ones are changed. If Paystack is configured, it first asks for
 * the holder's name, once per change; otherwise it saves at once. A bank that is not in the list is not saved, and
 * with `needsName` no account whose name neither the bank nor the student tells.
 * @throws if the backend rejected them or failed.
 */
export async function saveBankAccount(
  context: Context,
  user: CurrentUser,
  profileId: string,
  submitted: Submitted,
  confirm: Confirm,
  { needsName = false } = {},
): Promise<Confirmed<SubmittedAccount | BankError>> {
  const known = await ownBankDetails(user, profileId)
  const isSame = isSameAccount(submitted, known)
  const storedName = isSame ? (known?.account_name ?? null) : null
  const details = { ...submitted, account_name: submitted.account_name === undefined ? storedName : submitted.account_name }
  if (same(details, known)) {
    return { done: 'unchanged' }
  }
  const found = isSame ? null : await checkBank(context, details.bank_name ?? '')
  if (found?.error) {
    return { done: found.error }
  }
  const wanted = found?.bank ? { ...details, bank_name: found.bank } : details
  const save = async (client: CurrentUser['client']): Promise<SubmittedAccount | BankError> => {
    const asked = await ask(context, user, profileId, wanted, known)
    const reason = needsName && !wanted.account_name && nameReasons[asked]
    if (reason) {
      return { field: 'account_name', reason }
    }
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
  if (!accounts || !bank_name || account_number?.length !== 10 || isSameAccount({ bank_name, account_number }, known)) {
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

/**
 * Finds the bank that a form names by any of its names, or the error of its field. Without Paystack's list a bank of
 * another name is saved as typed: payouts by file can reach it.
 */
export async function checkBank(
  context: Context,
  typed: string,
): Promise<{ bank: string; error: null } | { bank: null; error: BankError }> {
  if (typed.trim() === '') {
    return { bank: '', error: null }
  }
  const { options, isListed } = await bankOptions(context)
  const found = findBank(typed, options)
  if (found.bank !== null) {
    return { bank: found.bank, error: null }
  }
  if (!isListed) {
    return { bank: typed.trim(), error: null }
  }
  const reason = found.isAmbiguous
    ? 'More than one bank has such a name. Choose yours below, or type more of its name'
    : 'We know no bank of this name. Choose yours below, or type another part of its name'
  return { bank: null, error: { field: 'bank_name', reason, likely: found.likely } }
}

const isSameAccount = (wanted: Omit<Wanted, 'account_name'>, known: Wanted | null) =>
  wanted.bank_name === known?.bank_name && wanted.account_number === known?.account_number

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

/**
 * Returns what the bank said about the user's saved account: the holder's name, `unknown` if it knows no such account,
 * or null if it was not asked.
 */
export async function ownAccountHolder(user: CurrentUser, profileId: string): Promise<AccountHolder> {
  const { data } = await user.client
    .from('account_checks')
    .select('holder_name')
    .eq('profile_id', profileId)
    .not('confirmed_at', 'is', null)
    .maybeSingle()
    .throwOnError()
  return data && (data.holder_name === null ? 'unknown' : { name: data.holder_name })
}

/** Returns what a change of the user's bank details would delay now. */
export async function bankChangeDelay(user: CurrentUser): Promise<BankChangeDelay> {
  const { data } = await user.client.rpc('own_bank_change_delay').single().throwOnError()
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

/** The banks that a form offers. `isListed`: they are Paystack's, so that a bank's answer can be expected. */
export type BankOptions = { options: readonly BankOption[]; isListed: boolean }

/** Returns the banks for a form: Paystack's, or ours while there are none. */
export async function bankOptions(context: Context): Promise<BankOptions> {
  const listed = (await context.get(siteContext).bankAccounts?.banks()) ?? null
  return { options: toBankOptions(listed), isListed: listed !== null }
}
