// Second factors (docs/decisions/0048): who may read and write them, and what a session may do without one.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, type CurrentUser, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const everyone = { visitor, student: ada, admin, 'secret key': secretKey }
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const hashes = Array.from({ length: 10 }, (_, at) => `${at}`.repeat(43))

const asServer = async <Value>(call: string, parameters: unknown[]): Promise<Value | undefined> =>
  (await as(secretKey).query<{ it: Value }>(`select public.${call} as it`, parameters))[0]?.it
const sessionOf = ({ claims }: Account) => claims.session_id

/** Returns the same user in a new session, as after typing the password again. */
async function inNewSession(user: Account): Promise<Account> {
  const session = randomUUID()
  await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [session, user.userId])
  return { ...user, claims: { session_id: session } }
}

/** Adds an authenticator app to an account without one. Returns its id. */
async function addApp(user: Account, secret = SECRET): Promise<string> {
  const who = [user.userId, sessionOf(user)]
  await asServer('save_second_factor_challenge($1, $2, $3, $4)', [...who, 'setup', 'password'])
  await asServer('save_second_factor_challenge($1, $2, $3, $4)', [...who, 'app', secret])
  const factor = JSON.stringify({ kind: 'app', name: 'My phone', secret, last_step: 100 })
  expect(await asServer('add_second_factor($1, $2, $3::text::jsonb, $4)', [...who, factor, hashes])).toBe('first')
  const [row] = await as(owner).query<{ id: string }>(`select id from private.second_factors where account_id = $1`, [
    user.userId,
  ])
  return row?.id ?? ''
}

const acceptCode = (user: Account, factor: string, step: number) =>
  asServer<boolean>('accept_app_code($1, $2, $3, $4)', [user.userId, sessionOf(user), factor, step])
const stateOf = async (user: CurrentUser) =>
  (await as(user).query<{ it: string }>(`select public.second_factor_state() as it`))[0]?.it
const isOpen = async (user: CurrentUser) =>
  (await as(user).query<{ it: boolean }>(`select public.session_is_open() as it`))[0]?.it
/** Makes the verification of a session this many minutes old. */
const age = (user: Account, minutes: number) =>
  as(owner).change(`update private.verified_sessions set verified_at = now() - make_interval(mins => $2) where session_id = $1`, [
    sessionOf(user),
    minutes,
  ])

/** An action that needs a recent sign-in. */
const EXPORT = `select public.log_export('sales')`

describe('tables of second factors', () => {
  const tables = ['second_factors', 'recovery_codes', 'second_factor_challenges', 'verified_sessions']

  it.each(tables)('private.%s is closed to every role, in both directions', async (table) => {
    for (const user of Object.values(everyone)) {
      await expect(as(user).query(`select * from private.${table}`)).rejects.toMatchObject(noGrant)
      await expect(as(user).change(`delete from private.${table}`)).rejects.toMatchObject(noGrant)
    }
    expect(
      await as(owner).query(`select relrowsecurity as secured from pg_class where oid = 'private.${table}'::regclass`),
    ).toEqual([{ secured: true }])
  })

  it('an admin cannot mark their own session as verified', async () => {
    const insert = `insert into private.verified_sessions (session_id, account_id) values ($1, $2)`
    await expect(as(admin).change(insert, [sessionOf(admin), admin.userId])).rejects.toMatchObject(noGrant)
    await expect(
      as(admin).query(`select private.verify_session($1, $2)`, [admin.userId, sessionOf(admin)]),
    ).rejects.toMatchObject(noGrant)
    for (const call of [
      `accept_app_code('${admin.userId}', '${sessionOf(admin)}', '${randomUUID()}', 5)`,
      `accept_passkey('${admin.userId}', '${sessionOf(admin)}', '${randomUUID()}', 5)`,
      `accept_recovery_code('${admin.userId}', '${sessionOf(admin)}', 'x')`,
      `second_factor_keys('${admin.userId}')`,
      `second_factor_settings('${admin.userId}', '${sessionOf(admin)}')`,
      `reset_second_factors('${admin.email}')`,
    ]) {
      await expect(as(admin).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
      await expect(as(visitor).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
    }
  })
})

describe('an account with a second factor', () => {
  let user: Account
  let factor: string
  let names = 0
  beforeEach(async () => {
    user = await signUp(`with-factor-${(names += 1)}@example.com`, { first_name: 'With', last_name: 'Factor' })
    await as(secretKey).query(`select public.make_admin($1)`, [user.email])
    factor = await addApp(user)
  })

  it('has verified the session that added it, and no other', async () => {
    expect([await stateOf(user), await isOpen(user)]).toEqual(['recent', true])
    const other = await inNewSession(user)
    expect([await stateOf(other), await isOpen(other)]).toEqual(['needed', false])
    expect(await stateOf(bola)).toBe('none')
  })

  it('gives the token of a password alone only the rights of a visitor', async () => {
    const other = await inNewSession(user)
    for (const table of ['profiles', 'audit_log', 'outbox', 'settings']) {
      const count = async (whose: CurrentUser) =>
        (await as(whose).query<{ count: number }>(`select count(*)::int as count from public.${table}`))[0]?.count
      expect(await count(other), table).toBe(await count({ role: 'authenticated', userId: randomUUID() }))
    }
    expect(await as(other).change(`update public.profiles set first_name = 'Changed'`)).toBe(0)
  })

  it('is refused by every function for admins until its session has verified the second factor', async () => {
    const functions = await as(owner).query<{ call: string }>(
      `select format('select public.%I(%s)', proname, (
           select string_agg('null::' || format_type(type, null), ', ' order by at)
             from unnest(proargtypes::oid[]) with ordinality as arguments (type, at))) as call
         from pg_proc
        where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
          and prosrc ~ 'private\\.(require_admin|require_admin_role|require_recent_sign_in)\\('`,
    )
    const calls = functions.map(({ call }) => call)
    for (const name of ['confirm_payouts', 'start_transfers', 'mark_payouts_paid', 'payout_bank_file', 'set_admin_roles']) {
      expect(calls.join('\n')).toContain(`public.${name}(`)
    }
    const other = await inNewSession(user)
    for (const call of calls) {
      await expect(as(other).query(call), call).rejects.toMatchObject({ code: '42501' })
    }
    expect(await acceptCode(other, factor, 101)).toBe(true)
    await as(other).query(EXPORT)
  })

  it('needs the second factor again after ten minutes for what needs a recent sign-in', async () => {
    await as(user).query(EXPORT)
    await age(user, 11)
    expect(await stateOf(user)).toBe('verified')
    await expect(as(user).query(EXPORT)).rejects.toMatchObject({ code: '42501', hint: 'sign_in_again' })
    // A fresh sign-in with the password does not help.
    await expect(as(await inNewSession(user)).query(EXPORT)).rejects.toMatchObject({ code: '42501' })
    expect(await acceptCode(user, factor, 101)).toBe(true)
    await as(user).query(EXPORT)
  })

  it('accepts a code once, and no code of an earlier step', async () => {
    const other = await inNewSession(user)
    expect(await acceptCode(other, factor, 100)).toBe(false)
    expect(await stateOf(other)).toBe('needed')
    expect(await acceptCode(other, factor, 102)).toBe(true)
    const third = await inNewSession(user)
    expect(await acceptCode(third, factor, 102)).toBe(false)
    expect(await acceptCode(third, factor, 101)).toBe(false)
    expect(await stateOf(third)).toBe('needed')
  })

  it("does not verify another account's session, nor with another account's factor", async () => {
    const thief = await signUp(`thief-${names}@example.com`)
    const theirs = await addApp(thief, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const victim = await inNewSession(user)
    // The thief's factor and account, with the victim's session.
    expect(await asServer('accept_app_code($1, $2, $3, $4)', [thief.userId, sessionOf(victim), theirs, 500])).toBe(false)
    // The victim's account and session, with the thief's factor.
    expect(await asServer('accept_app_code($1, $2, $3, $4)', [user.userId, sessionOf(victim), theirs, 501])).toBe(false)
    expect(await asServer('accept_recovery_code($1, $2, $3)', [thief.userId, sessionOf(victim), hashes[0]])).toBe(false)
    expect(await stateOf(victim)).toBe('needed')
    // A row of the victim's session does not count for the thief's token.
    expect(await stateOf({ ...thief, claims: { session_id: sessionOf(user) } })).toBe('needed')
    expect(await isOpen({ ...thief, claims: { session_id: sessionOf(user) } })).toBe(false)
  })

  it('accepts each recovery code once, and emails the owner', async () => {
    const other = await inNewSession(user)
    const use = (whose: Account, hash: string | undefined) =>
      asServer('accept_recovery_code($1, $2, $3)', [whose.userId, sessionOf(whose), hash])
    expect(await use(other, 'x'.repeat(43))).toBe(false)
    expect(await use(other, hashes[3])).toBe(true)
    expect(await stateOf(other)).toBe('recent')
    expect(await use(await inNewSession(user), hashes[3])).toBe(false)
    expect(
      await as(owner).query(
        `select details ->> 'change' as change from public.outbox where template = 'second-factor-changed' and profile_id = $1 order by created_at, id`,
        [user.profileId],
      ),
    ).toEqual(expect.arrayContaining([{ change: 'added' }, { change: 'code_used' }]))
  })

  it('checks the counter of a passkey', async () => {
    const key = JSON.stringify({ kind: 'passkey', name: 'Key', credential_id: randomUUID(), public_key: 'abc', sign_count: 5 })
    const who = [user.userId, sessionOf(user)]
    expect(await asServer('add_second_factor($1, $2, $3::text::jsonb, $4)', [...who, key, []])).toBe('added')
    const [row] = await as(owner).query<{ id: string }>(
      `select id from private.second_factors where account_id = $1 and kind = 'passkey'`,
      [user.userId],
    )
    const other = await inNewSession(user)
    const accept = (count: number) => asServer('accept_passkey($1, $2, $3, $4)', [user.userId, sessionOf(other), row?.id, count])
    expect([await accept(5), await accept(4), await accept(0)]).toEqual([false, false, false])
    expect(await stateOf(other)).toBe('needed')
    expect([await accept(6), await accept(6)]).toEqual([true, false])
  })

  it('consumes a challenge once, and not after ten minutes', async () => {
    const who = [user.userId, sessionOf(user)]
    const save = (value: string) => asServer('save_second_factor_challenge($1, $2, $3, $4)', [...who, 'passkey', value])
    const consume = () => asServer('consume_second_factor_challenge($1, $2, $3)', [...who, 'passkey'])
    await save('first')
    await save('second')
    expect([await consume(), await consume()]).toEqual(['second', null])
    await save('late')
    await as(owner).change(`update private.second_factor_challenges set expires_at = now() where account_id = $1`, [user.userId])
    expect(await consume()).toBeNull()
    expect(await asServer('save_second_factor_challenge($1, $2, $3, $4)', [ada.userId, sessionOf(user), 'passkey', 'x'])).toBe(
      false,
    )
  })

  it('changes its factors only just after the second factor was verified', async () => {
    await age(user, 11)
    const who = [user.userId, sessionOf(user)]
    const needsIt = { code: '42501', hint: 'sign_in_again' }
    await expect(asServer('remove_second_factor($1, $2, $3)', [...who, factor])).rejects.toMatchObject(needsIt)
    await expect(asServer('replace_recovery_codes($1, $2, $3)', [...who, hashes])).rejects.toMatchObject(needsIt)
    // The password is not enough: neither for this session nor for a new one.
    const other = await inNewSession(user)
    for (const session of [sessionOf(user), sessionOf(other)]) {
      await asServer('save_second_factor_challenge($1, $2, $3, $4)', [user.userId, session, 'setup', 'password'])
      await expect(asServer('remove_second_factor($1, $2, $3)', [user.userId, session, factor])).rejects.toMatchObject(needsIt)
    }
    await acceptCode(user, factor, 200)
    expect(await asServer('remove_second_factor($1, $2, $3)', [...who, factor])).toBe(true)
    expect([await stateOf(user), await isOpen(other)]).toEqual(['none', true])
    expect(await as(owner).query(`select 1 from private.recovery_codes where account_id = $1`, [user.userId])).toEqual([])
  })

  it('is reset by the secret key, which ends its sessions and is logged', async () => {
    expect(await asServer('reset_second_factors($1)', [user.email.toUpperCase()])).toBe(1)
    expect(await isOpen(user)).toBe(false)
    expect(await isOpen(await inNewSession(user))).toBe(true)
    expect(
      await as(owner).query(`select action, actor_id from public.audit_log where subject = $1 order by id desc limit 1`, [
        user.profileId,
      ]),
    ).toEqual([{ action: 'account.second_factor_reset', actor_id: null }])
    expect(await asServer('reset_second_factors($1)', [user.email])).toBe(0)
    await expect(asServer('reset_second_factors($1)', ['nobody@example.com'])).rejects.toMatchObject({ code: 'P0002' })
  })

  it('takes its rows with it when it is deleted', async () => {
    const student = await signUp(`leaves-${names}@example.com`)
    await addApp(student)
    await as(student).query(`select public.delete_my_account()`)
    for (const table of ['second_factors', 'recovery_codes', 'second_factor_challenges', 'verified_sessions']) {
      expect(await as(owner).query(`select 1 from private.${table} where account_id = $1`, [student.userId])).toEqual([])
    }
  })
})

describe('adding the first factor', () => {
  it('needs the password in the same session, and the key that was shown', async () => {
    const user = await signUp('adds@example.com')
    const other = await inNewSession(user)
    const factor = JSON.stringify({ kind: 'app', name: 'Phone', secret: SECRET })
    const add = (whose: Account, what = factor) =>
      asServer('add_second_factor($1, $2, $3::text::jsonb, $4)', [whose.userId, sessionOf(whose), what, hashes])
    await expect(add(user)).rejects.toMatchObject({ code: '42501', hint: 'sign_in_again' })
    await asServer('save_second_factor_challenge($1, $2, $3, $4)', [user.userId, sessionOf(user), 'setup', 'password'])
    await expect(add(other)).rejects.toMatchObject({ code: '42501', hint: 'sign_in_again' })
    expect(await add(user)).toBe('expired')
    await asServer('save_second_factor_challenge($1, $2, $3, $4)', [user.userId, sessionOf(user), 'app', SECRET])
    expect(await add(user, factor.replace(SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'))).toBe('expired')
    expect(await add(user)).toBe('first')
    // The key is not added twice.
    expect(await add(user)).toBe('expired')
    expect(await isOpen(other)).toBe(false)
  })
})
