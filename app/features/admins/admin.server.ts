import type { Database, Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { AdminRole } from '../console/roles.ts'

type Functions = Database['public']['Functions']

/** An admin in the list. `last_seen_at` is null in the database for one who never signed in. */
export type AdminLine = Omit<Functions['list_admins']['Returns'][number], 'last_seen_at'> & { last_seen_at: string | null }
export type InvitationLine = Functions['list_admin_invitations']['Returns'][number]

/** Returns the admins by name. Throws if the backend failed. */
export async function listAdmins(admin: CurrentUser): Promise<AdminLine[]> {
  const { data } = await admin.client.rpc('list_admins').throwOnError()
  return data
}

/** Returns the open invitations, newest first. Throws if the backend failed. */
export async function listInvitations(admin: CurrentUser): Promise<InvitationLine[]> {
  const { data } = await admin.client.rpc('list_admin_invitations').throwOnError()
  return data
}

/**
 * Emails an invitation. `client` belongs to an owner who has just confirmed their password (`withPasswordAgain`).
 * Throws if the backend rejected it or failed.
 */
export async function inviteAdmin(
  client: CurrentUser['client'],
  address: string,
  roles: AdminRole[],
): Promise<Enums['invitation_outcome']> {
  const { data } = await client.rpc('invite_admin', { address, roles }).throwOnError()
  return data
}

/** Withdraws an invitation. Returns false if it is gone. Throws if the backend failed. */
export async function withdrawInvitation(admin: CurrentUser, invitation: string): Promise<boolean> {
  const { data } = await admin.client.rpc('withdraw_admin_invitation', { invitation }).throwOnError()
  return data
}
