// Invitations of admins, and the second factor that owners may require (docs/decisions/0062).
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { type Account, gatherPeople } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const session = randomUUID()
await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [session, admin.userId])
const boss: Account = { ...admin, claims: { session_id: session } }

const invite = async (address: string, roles: string[]) =>
  (
    await as(boss).query<{ outcome: string }>(`select public.invite_admin($1, $2::text[]) as outcome`, [
      address,
      `{${roles.join(',')}}`,
    ])
  )[0]?.outcome
/** Returns the token of the newest invitation that was emailed to an address. */
async function emailedToken(address: string): Promise<string> {
  const [row] = await as(owner).query<{ token: string }>(
    `select details ->> 'token' as token from public.outbox
      where template = 'admin-invitation' and recipient = $1 order by created_at desc limit 1`,
    [address],
  )
  return row?.token ?? ''
}
const find = (token: string) =>
  as(secretKey).query<{ email: string; roles: string[]; has_account: boolean }>(
    `select email, roles, has_account from public.find_admin_invitation($1)`,
    [token],
  )
const accept = async (token: string, account: string) =>
  (
    await as(secretKey).query<{ accepted: boolean }>(`select public.accept_admin_invitation($1, $2) as accepted`, [
      token,
      account,
    ])
  )[0]?.accepted

it('emails a link that gives the roles once, to the invited address alone', async () => {
  expect(await invite(' New.Editor@Example.com ', ['editor', 'reviewer'])).toBe('ok')
  const token = await emailedToken('new.editor@example.com')
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(await find(token)).toEqual([{ email: 'new.editor@example.com', roles: ['reviewer', 'editor'], has_account: false }])
  expect(await accept(token, ada.userId)).toBe(false)

  const invited = await signUp('new.editor@example.com', { first_name: 'Ngozi', last_name: 'Eze' })
  const confirm = (at: string | null) =>
    as(owner).change(`update auth.users set email_confirmed_at = $2 where id = $1`, [invited.userId, at])
  await confirm(null)
  expect(await accept(token, invited.userId)).toBe(false)
  await confirm('2026-11-22T08:00:00Z')
  expect(await accept(token, invited.userId)).toBe(true)
  expect(await accept(token, invited.userId)).toBe(false)
  expect(await find(token)).toEqual([])
  const admins = await as(boss).query(
    `select name, email, roles, has_second_factor, is_self from public.list_admins() where profile_id = $1`,
    [invited.profileId],
  )
  expect(admins).toEqual([
    {
      name: 'Ngozi Eze',
      email: 'new.editor@example.com',
      roles: ['editor', 'reviewer'],
      has_second_factor: false,
      is_self: false,
    },
  ])
  const logged = await as(boss).query(`select action from public.audit_log where subject = $1 and actor_id = $2`, [
    invited.profileId,
    invited.userId,
  ])
  expect(logged).toEqual([{ action: 'admin.made' }])
  expect(await invite('new.editor@example.com', ['money'])).toBe('admin')
})

it('confirms the address of an account that was created with the link a moment ago, and of no other', async () => {
  await invite('fresh@example.com', ['editor'])
  const token = await emailedToken('fresh@example.com')
  const fresh = await signUp('fresh@example.com', { first_name: 'Bola' })
  const createdAt = (sql: string) =>
    as(owner).change(`update auth.users set email_confirmed_at = null, created_at = ${sql} where id = $1`, [fresh.userId])
  const confirm = async (account: string) =>
    (await as(secretKey).query<{ done: boolean }>(`select public.confirm_invited_account($1, $2) as done`, [token, account]))[0]
      ?.done
  await createdAt(`now() - interval '2 minutes'`)
  expect([await confirm(fresh.userId), await confirm(ada.userId)]).toEqual([false, false])
  await createdAt('now()')
  expect([await confirm(fresh.userId), await confirm(fresh.userId)]).toEqual([true, false])
  await as(owner).change(`delete from private.admin_invitations where email = 'fresh@example.com'`)
})

it('replaces an earlier link, withdraws one, and refuses one that is older than seven days', async () => {
  await invite('second@example.com', ['money'])
  const first = await emailedToken('second@example.com')
  await as(owner).query(`update public.outbox set created_at = now() - interval '1 hour' where recipient = 'second@example.com'`)
  await invite('second@example.com', ['editor'])
  const second = await emailedToken('second@example.com')
  expect(await find(first)).toEqual([])
  expect(await find(second)).toMatchObject([{ roles: ['editor'] }])
  await as(owner).query(`update private.admin_invitations set expires_at = now() where email = 'second@example.com'`)
  expect(await find(second)).toEqual([])
  expect(await as(boss).query(`select email from public.list_admin_invitations()`)).toEqual([])

  await invite('second@example.com', ['editor'])
  const [open] = await as(boss).query<{ id: string }>(`select id from public.list_admin_invitations()`)
  const withdraw = () =>
    as(boss).query<{ done: boolean }>(`select public.withdraw_admin_invitation($1) as done`, [open?.id ?? randomUUID()])
  expect([await withdraw(), await withdraw()]).toEqual([[{ done: true }], [{ done: false }]])
})

it('is refused to admins who are not owners, to students and to visitors', async () => {
  const money = await signUp('money.only@example.com', { first_name: 'Money' })
  await as(owner).change(`update public.profiles set user_type = 'Admin', admin_roles = '{money}' where id = $1`, [
    money.profileId,
  ])
  for (const user of [money, ada]) {
    for (const call of [
      `public.invite_admin('x@example.com', '{owner}')`,
      `public.withdraw_admin_invitation(gen_random_uuid())`,
      `public.list_admin_invitations()`,
      `public.list_admins()`,
      `public.find_admin_invitation('x')`,
      `public.accept_admin_invitation('x', gen_random_uuid())`,
      `public.confirm_invited_account('x', gen_random_uuid())`,
    ]) {
      await expect(as(user).query(`select * from ${call}`)).rejects.toMatchObject({ code: '42501' })
    }
  }
  await expect(as(visitor).query(`select public.must_add_second_factor()`)).rejects.toMatchObject({ code: '42501' })
})

it('closes the console to admins without a second factor while owners require one', async () => {
  const state = async () =>
    (
      await as(boss).query<{ lacks: boolean; is_admin: boolean }>(
        `select public.must_add_second_factor() as lacks, private.has_admin_role('owner') as is_admin`,
      )
    )[0]
  expect(await state()).toEqual({ lacks: false, is_admin: true })
  await as(boss).change(
    `insert into public.settings (group_name, setting_key, setting_value) values ('admin_access', 'second_factor', 'on')`,
  )
  expect(await state()).toEqual({ lacks: true, is_admin: false })
  await expect(as(boss).query(`select public.list_admins()`)).rejects.toMatchObject({ code: '42501' })

  await as(owner).change(
    `insert into private.second_factors (account_id, kind, name, secret) values ($1, 'app', 'Phone', 'JBSWY3DPEHPK3PXP')`,
    [admin.userId],
  )
  await as(owner).change(`insert into private.verified_sessions (session_id, account_id) values ($1, $2)`, [
    session,
    admin.userId,
  ])
  expect(await state()).toEqual({ lacks: false, is_admin: true })
})
