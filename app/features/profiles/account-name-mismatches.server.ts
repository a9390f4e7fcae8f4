import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { describeNameMismatch } from './account-name-mismatches.ts'

/**
 * Returns mismatches in the bank details of these students, by profile, as sentences for an admin.
 * @throws if the backend rejected the call or failed.
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

/** The fallback if they cannot be read. */
export const noNameMismatches: Record<string, string> = {}
