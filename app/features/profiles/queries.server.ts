import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { isCompleteAccountNumber } from './account-number.ts'

export type Profile = {
  id: string
  first_name: string
  last_name: string
  Institition: string | null
  course_of_study: string | null
  phone_number: string | null
  year_of_study: number | null
  named_on_works: boolean
  avatar_url: string | null
  total_earnings: number
  user_type: string
}

const NO_ROW = 'PGRST116'

/**
 * Returns the user's profile, or null if there is none (PGRST116 is tolerated, SPEC 7).
 * @throws if the backend failed.
 */
export async function ownProfile(user: CurrentUser): Promise<Profile | null> {
  const { data, error } = await user.client
    .from('profiles')
    .select(
      'id, first_name, last_name, Institition, course_of_study, phone_number, year_of_study, named_on_works, avatar_url, total_earnings, user_type',
    )
    .eq('user_id', user.userId)
    .single()
  if (error && error.code !== NO_ROW) {
    throw new Error('Could not read the profile', { cause: error })
  }
  return data
}

/** Bank details. `changed_at` is the time of their last change. */
export type BankDetails = {
  bank_name: string | null
  account_number: string | null
  account_name: string | null
  changed_at: string | null
}

/** Returns the user's own bank details, or null if there are none. */
export async function ownBankDetails(user: CurrentUser, profileId: string): Promise<BankDetails | null> {
  const { data } = await user.client
    .from('profiles_bank_details')
    .select('account_name, bank_name, account_number, changed_at')
    .eq('profile_id', profileId)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Masks all but the last four digits of an account number; says of a shorter number that it is not complete. */
export function masked(accountNumber: string): string {
  return isCompleteAccountNumber(accountNumber) ? `••••••${accountNumber.slice(-4)}` : '(account number not complete)'
}
