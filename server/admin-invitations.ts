import type { AdminInvitations } from '#app/services/admin-invitations.ts'
import type { ServiceClient } from './service-client.ts'

/** Opens the invitations of admins of a backend. Only its secret key confirms an address by an invitation. */
export function openAdminInvitations(client: ServiceClient): AdminInvitations {
  async function accept(token: string, userId: string): Promise<boolean> {
    const { data } = await client.rpc('accept_admin_invitation', { token, account: userId }).throwOnError()
    return data
  }
  return {
    async find(token) {
      const { data } = await client.rpc('find_admin_invitation', { token }).maybeSingle().throwOnError()
      return data && { email: data.email, roles: data.roles, invitedBy: data.invited_by, hasAccount: data.has_account }
    },
    accept,
    async createAccount(token, email, { firstName, lastName, password }) {
      const { data, error } = await client.auth.signUp({
        email,
        password,
        options: { data: { first_name: firstName, last_name: lastName } },
      })
      if (error) {
        switch (error.code) {
          case 'weak_password':
            return 'weak'
          case 'email_exists':
          case 'user_already_exists':
            return 'gone'
          default:
            throw error
        }
      }
      if (!data.user) {
        return 'gone'
      }
      const { data: isConfirmed } = await client.rpc('confirm_invited_account', { token, account: data.user.id }).throwOnError()
      return isConfirmed ? { userId: data.user.id } : 'gone'
    },
  }
}
