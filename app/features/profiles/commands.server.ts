import type { RouterContextProvider } from 'react-router'
import type { Person } from '#app/platform/session/session.server.ts'
import { type GivenAccount, giveAccount } from './save-bank-details.server.ts'
import { ownBankDetails, ownProfile } from './queries.server.ts'
import type { ProfileForm } from './schema.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Saves Edit Profile: the profile's fields and the bank details (SPEC 7). Returns whether anything changed, and what became of the bank details.
 * @throws 'User profile not found', or when the backend refused or failed.
 */
export async function saveProfile(
  context: Context,
  person: Person,
  form: ProfileForm,
): Promise<{ changed: boolean; account: GivenAccount }> {
  const profile = await ownProfile(person)
  if (!profile) {
    throw new Error('User profile not found')
  }
  const { first_name, last_name, institution, course_of_study, phone_number, year_of_study, ...bank } = form
  const fields = { first_name, last_name, Institition: institution, course_of_study, phone_number, year_of_study }
  const differs = !sameIn(fields, { ...profile, year_of_study: profile.year_of_study ?? 0 })
  if (differs) {
    await person.client.from('profiles').update(fields).eq('user_id', person.userId).throwOnError()
  }
  const account = await giveAccount(context, person, profile.id, bank)
  return { changed: differs || account !== 'unchanged', account }
}

/** Whether all fields of `wanted` are stored already; a missing row counts as null. */
function sameIn<Fields extends object>(wanted: Fields, stored: Partial<Record<keyof Fields, unknown>> | null): boolean {
  return (Object.keys(wanted) as (keyof Fields)[]).every((field) => wanted[field] === (stored?.[field] ?? null))
}

type Given = { bank_name: string; account_number: string; account_name: string }

/**
 * Takes the bank details of the upload form if they are new; an empty field changes nothing.
 * @throws when the backend refused or failed.
 */
export async function giveBankDetails(context: Context, person: Person, profileId: string, given: Given): Promise<GivenAccount> {
  const known = await ownBankDetails(person, profileId)
  return giveAccount(context, person, profileId, {
    bank_name: given.bank_name || (known?.bank_name ?? null),
    account_number: given.account_number || (known?.account_number ?? null),
    account_name: given.account_name || (known?.account_name ?? null),
  })
}
