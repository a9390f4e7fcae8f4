import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { shownAvatar } from '../profiles/avatar.server.ts'
import { ownProfile } from '../profiles/queries.server.ts'
import type { Account } from './account-menu.tsx'

/** Returns what the account menu shows before the profile is read, or if it cannot be. */
export function accountWithoutProfile({ userId, email }: CurrentUser): Account {
  return { id: userId, name: '', email, picture: null, isAdmin: false }
}

/**
 * Returns the user's account for its menu.
 * @throws if the backend failed.
 */
export async function ownAccount(user: CurrentUser): Promise<Account> {
  const profile = await ownProfile(user)
  return {
    id: user.userId,
    name: `${profile?.first_name ?? ''} ${profile?.last_name ?? ''}`.trim(),
    email: user.email,
    picture: shownAvatar(user.userId, profile?.avatar_url ?? null),
    isAdmin: profile?.user_type === 'Admin',
  }
}
