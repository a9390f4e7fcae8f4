import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { describeNameMismatch } from './account-name-mismatches.ts'

/**
 * What is doubtful about the bank details of these students, by profile, as sentences for an admin.
 * @throws when the backend refused or failed.
 */
export async function accountNameMismatches(
  admin: Pick<CurrentUser, 'client'>,
  profiles: readonly string[],
): Promise<Record<string, string>> {
  if (profiles.length === 0) {
    return {}
  }
  const { data } = await admin.client.rpc('account_name_mismatches', { of_profiles: [...profiles] }).throwOnError()
  return Object.fromEntries(
    data.map(({ profile_id, doubt: nameMismatch, holder_name }) => [profile_id, describeNameMismatch(nameMismatch, holder_name)]),
  )
}

/** When they cannot be read. */
export const noNameMismatches: Record<string, string> = {}
