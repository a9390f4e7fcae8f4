import type { Person } from '../../platform/session.server.ts'
import { ownBankDetails } from './queries.server.ts'
import type { ProfileForm } from './schema.ts'

/**
 * Saves Edit Profile: the profile's own fields, and the bank details beside it (SPEC 7).
 * @throws when the backend refused or failed.
 */
export async function saveProfile(person: Person, profileId: string, form: ProfileForm): Promise<void> {
  const { first_name, last_name, institution, course_of_study, phone_number, year_of_study, ...bank } = form
  await person.client
    .from('profiles')
    .update({ first_name, last_name, Institition: institution, course_of_study, phone_number, year_of_study })
    .eq('user_id', person.userId)
    .throwOnError()
  await person.client
    .from('profiles_bank_details')
    .upsert({ profile_id: profileId, ...bank })
    .throwOnError()
}

type Given = { bank_name: string; account_number: string; account_name: string }

/**
 * Keeps the bank details typed beside an upload as the profile's, where they say something new; a field left empty changes nothing.
 * @throws when the backend refused or failed.
 */
export async function keepBankDetails(person: Person, profileId: string, given: Given): Promise<void> {
  const known = await ownBankDetails(person, profileId)
  const wanted = {
    bank_name: given.bank_name || (known?.bank_name ?? null),
    account_number: given.account_number || (known?.account_number ?? null),
    account_name: given.account_name || (known?.account_name ?? null),
  }
  const same = (Object.keys(wanted) as (keyof typeof wanted)[]).every((field) => wanted[field] === (known?.[field] ?? null))
  if (!same) {
    await person.client
      .from('profiles_bank_details')
      .upsert({ profile_id: profileId, ...wanted })
      .throwOnError()
  }
}
