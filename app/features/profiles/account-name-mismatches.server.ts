import type { Person } from '#app/platform/session/session.server.ts'
import { doubtInWords } from './account-name-mismatches.ts'

/**
 * What is doubtful about the bank details of these students, by profile, as sentences for an admin.
 * @throws when the backend refused or failed.
 */
export async function accountNameMismatches(
  admin: Pick<Person, 'client'>,
  profiles: readonly string[],
): Promise<Record<string, string>> {
  if (profiles.length === 0) {
    return {}
  }
  const { data } = await admin.client.rpc('account_name_mismatches', { of_profiles: [...profiles] }).throwOnError()
  return Object.fromEntries(data.map(({ profile_id, doubt, holder_name }) => [profile_id, doubtInWords(doubt, holder_name)]))
}

/** When they cannot be read. */
export const noDoubts: Record<string, string> = {}
