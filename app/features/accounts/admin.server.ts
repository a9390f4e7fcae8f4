import type { ListAddress, Page } from '#app/platform/lists/keyset.server.ts'
import type { Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** An account in the admin list. */
export type AccountLine = {
  id: string
  first_name: string
  last_name: string
  school: string | null
  email: string
  user_type: string
  confirmed: boolean
  created_at: string
}

const ROWS = 25

/**
 * Returns a page of accounts that match a name or address, newest first; with the part 'admins', only those of admins.
 * Throws if the backend failed.
 */
export async function listAccounts(admin: CurrentUser, { search, show, after }: ListAddress): Promise<Page<AccountLine>> {
  const [at, id] = after?.split('~') ?? []
  const isPlace = id !== undefined && /^[\w-]{36}$/.test(id) && !Number.isNaN(Date.parse(at ?? ''))
  const { data } = await admin.client
    .rpc('find_accounts', {
      search,
      only_admins: show === 'admins',
      max_rows: ROWS + 1,
      ...(isPlace ? { after_at: at ?? '', after_id: id } : {}),
    })
    .throwOnError()
  const rows = data.slice(0, ROWS)
  const last = rows.at(-1)
  return { rows, next: data.length > ROWS && last ? `${last.created_at}~${last.id}` : null, previous: null }
}

/** The account details that admins may see. */
export type AccountDetails = {
  id: string
  name: string
  email: string
  school: string | null
  course_of_study: string | null
  phone_number: string | null
  year_of_study: number | null
  user_type: string
  confirmed_at: string | null
  last_sign_in_at: string | null
  created_at: string
  total_earnings: number
  has_bank_details: boolean
  uploads: number
  approved: number
  requests: number
  comments: number
  is_self: boolean
  admin_roles: string[]
  /** Null unless an admin blocked it. */
  blocked_at: string | null
  block_reason: string | null
}

/** Returns an account, or null if it does not exist. Throws if the backend failed. */
export async function findAccount(admin: CurrentUser, id: string): Promise<AccountDetails | null> {
  const { data: details } = await admin.client.rpc('account_details', { profile: id }).maybeSingle().throwOnError()
  if (!details) {
    return null
  }
  const { first_name, last_name, ...rest } = details
  return { ...rest, name: `${first_name} ${last_name}`.trim() || 'No name given' }
}

/**
 * Sets the admin roles of an account; without any it is a student's. `client` belongs to an owner who has just
 * confirmed their password (`withPasswordAgain`).
 * @returns the database's outcome.
 * @throws if the backend rejected the change or failed.
 */
export async function setRoles(
  client: CurrentUser['client'],
  profile: string,
  roles: Enums['admin_role'][],
): Promise<Enums['role_change']> {
  const { data } = await client.rpc('set_admin_roles', { profile, roles }).throwOnError()
  return data
}

/** Blocks a student's account, or unblocks it if `reason` is null. Throws if the backend rejected the change or failed. */
export async function setBlock(admin: CurrentUser, profile: string, reason: string | null): Promise<Enums['account_block']> {
  const { data } = await (
    reason === null
      ? admin.client.rpc('unblock_account', { profile })
      : admin.client.rpc('block_account', { profile, because: reason })
  ).throwOnError()
  return data
}
