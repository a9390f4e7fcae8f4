import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** A person's name and school; the ids of the profile and the account. */
export type PersonName = { profile_id: string; user_id: string | null; name: string; school: string }

/**
 * Returns the names of people by the id of the profile and of the account. Roles without accounts may read them too.
 * Throws if the backend failed.
 */
export async function namesOfPeople(
  admin: CurrentUser,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => PersonName | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const { data } = wanted.length === 0 ? { data: [] } : await admin.client.rpc('names_of_people', { ids: wanted }).throwOnError()
  const people = data.map(({ profile_id, user_id, first_name, last_name, school }) => ({
    profile_id,
    user_id,
    name: `${first_name} ${last_name}`.trim(),
    school: school ?? '',
  }))
  return (id) => people.find(({ profile_id, user_id }) => id !== null && (profile_id === id || user_id === id)) ?? null
}
