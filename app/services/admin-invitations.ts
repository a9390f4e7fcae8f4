/** An open invitation to become an admin. `roles`: as stored. `invitedBy`: the name of an owner, or ''. */
export type AdminInvitation = { email: string; roles: string[]; invitedBy: string; hasAccount: boolean }

/** The account that an invited person creates; the address is confirmed, because the link was emailed to it. */
export type InvitedAccount = { firstName: string; lastName: string; password: string }

/** Invitations of admins, found by the token in their link. Each function throws if the backend failed. */
export type AdminInvitations = {
  /** Returns the invitation of a link; null if it is used, withdrawn or expired. */
  find(token: string): Promise<AdminInvitation | null>
  /** Gives an account its roles. Returns false if the invitation is gone or for another address. */
  accept(token: string, userId: string): Promise<boolean>
  /**
   * Creates the account with the invited address, as yet without roles. 'weak': the backend rejects the password.
   * 'gone': the invitation is gone, or the address has an account by now.
   */
  createAccount(token: string, email: string, account: InvitedAccount): Promise<{ userId: string } | 'gone' | 'weak'>
}
