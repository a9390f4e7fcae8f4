import type { RouterContextProvider } from 'react-router'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Rejected } from '#app/platform/forms/confirmed.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BankError, type Confirm, type SubmittedAccount, saveBankAccount } from './save-bank-details.server.ts'
import { ownBankDetails, ownProfile } from './queries.server.ts'
import type { ProfileForm } from './schema.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Saves Edit Profile: the profile's fields and the bank details (SPEC 7). Returns whether anything changed, and the
 * result for the bank details, or the error of their field or of the password's.
 * @throws 'User profile not found', or if the backend rejected it or failed.
 */
export async function saveProfile(
  context: Context,
  user: CurrentUser,
  form: ProfileForm,
  confirm: Confirm,
): Promise<{ changed: boolean; account: SubmittedAccount } | BankError | Rejected> {
  const profile = await ownProfile(user)
  if (!profile) {
    throw new Error('User profile not found')
  }
  const { institution, bank_name, account_number, account_name, ...others } = form
  const fields = { ...others, Institition: institution }
  const differs = !isStored(fields, { ...profile, year_of_study: profile.year_of_study ?? 0 })
  if (differs) {
    await user.client.from('profiles').update(fields).eq('user_id', user.userId).throwOnError()
    if (profile.named_on_works || fields.named_on_works) {
      // The pages of their works name them (material_author).
      publicCache.invalidate('material:')
    }
  }
  const saved = await saveBankAccount(context, user, profile.id, { bank_name, account_number, account_name }, confirm, {
    needsName: true,
  })
  if ('rejection' in saved) {
    return saved
  }
  const account = saved.done
  if (typeof account === 'object') {
    return account
  }
  return { changed: differs || account !== 'unchanged', account }
}

/** Returns true if all fields of `wanted` are stored already; a missing row counts as null. */
function isStored<Fields extends object>(wanted: Fields, stored: Partial<Record<keyof Fields, unknown>> | null): boolean {
  return (Object.keys(wanted) as (keyof Fields)[]).every((field) => wanted[field] === (stored?.[field] ?? null))
}

type BankDetails = { bank_name: string; account_number: string; account_name: string }

/**
 * Saves the bank details of the upload form if none are stored. It changes no stored ones: only Edit Profile asks for
 * the password.
 * @throws if the backend rejected them or failed.
 */
export async function saveBankDetails(context: Context, user: CurrentUser, profileId: string, input: BankDetails): Promise<void> {
  const known = await ownBankDetails(user, profileId)
  if (known?.account_number) {
    return
  }
  const wanted = {
    bank_name: input.bank_name || (known?.bank_name ?? null),
    account_number: input.account_number || null,
    account_name: input.account_name || (known?.account_name ?? null),
  }
  await saveBankAccount(context, user, profileId, wanted, async (act) => ({ done: await act(user.client) }))
}
