// public.profiles_bank_details: only the owner writes and reads them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant, noPolicy } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

/** SQL that PostgREST writes for supabase-js's upsert. */
const upsert = `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name) values ($1, $2, $3, $4)
  on conflict (profile_id) do update set profile_id = excluded.profile_id, bank_name = excluded.bank_name,
    account_number = excluded.account_number, account_name = excluded.account_name
  returning profile_id`
const getNumber = async (profileId: string) =>
  (
    await as(owner).query<{ account_number: string }>(
      `select account_number from public.profiles_bank_details where profile_id = $1`,
      [profileId],
    )
  )[0]?.account_number

/** Lets all sessions begin this many minutes ago; a change of a stored account needs a recent password. */
const beganBefore = (minutes: number) =>
  as(owner).change(`update auth.sessions set created_at = now() - make_interval(mins => $1)`, [minutes])

beforeAll(async () => {
  await beganBefore(1)
  await as(bola).query(upsert, [bola.profileId, 'First Bank', '0123456789', 'Bola Ade'])
})

describe('a student’s own bank details', () => {
  it('are saved, returned with leading zeros, and saved again', async () => {
    await as(ada).query(upsert, [ada.profileId, 'GTBank', '0000000001', 'Ada Obi'])
    expect(
      await as(ada).query(
        `select account_name, bank_name, account_number from public.profiles_bank_details where profile_id = $1`,
        [ada.profileId],
      ),
    ).toEqual([{ account_name: 'Ada Obi', bank_name: 'GTBank', account_number: '0000000001' }])
    await as(ada).query(upsert, [ada.profileId, 'GTBank', '0000000002', 'Ada Obi'])
    expect(await getNumber(ada.profileId)).toBe('0000000002')
  })

  it('are added in an older session, but changed and emptied only after a recent password', async () => {
    const student = await signUp('stolen-session@example.com')
    await as(student).query(upsert, [student.profileId, 'Zenith', '0000000001', 'E'])
    await as(student).query(upsert, [student.profileId, 'Zenith', '0000000001', 'E'])
    for (const number of ['0000000002', '', null]) {
      const change = as(student).query(upsert, [student.profileId, 'Zenith', number, 'E'])
      await expect(change).rejects.toMatchObject({ code: '42501' })
    }
    expect(await getNumber(student.profileId)).toBe('0000000001')
    await beganBefore(1)
    await as(student).query(upsert, [student.profileId, 'Zenith', '0000000002', 'E'])
    expect(await getNumber(student.profileId)).toBe('0000000002')
  })

  it.each(['created_at', 'updated_at'])('reject %s from the student', async (column) => {
    await expect(as(bola).change(`update public.profiles_bank_details set ${column} = now()`)).rejects.toMatchObject(noGrant)
  })

  it('cannot be deleted by the student', async () => {
    await expect(as(bola).change(`delete from public.profiles_bank_details`)).rejects.toMatchObject(noGrant)
  })

  it('get a new updated_at with a change', async () => {
    const student = await signUp('earlier@example.com')
    await as(owner).change(`insert into public.profiles_bank_details (profile_id, updated_at) values ($1, '2020-01-01')`, [
      student.profileId,
    ])
    await as(student).query(upsert, [student.profileId, 'Zenith', '1', 'E'])
    const [row] = await as(student).query(
      `select updated_at > now() - interval '1 hour' as moved from public.profiles_bank_details`,
    )
    expect(row).toEqual({ moved: true })
  })
})

describe('other users’ bank details', () => {
  it('are inaccessible to visitors', async () => {
    await expect(as(visitor).query(`select bank_name from public.profiles_bank_details`)).rejects.toMatchObject(noGrant)
    await expect(as(visitor).query(upsert, [bola.profileId, 'Mine', '1', 'Me'])).rejects.toMatchObject(noGrant)
    await expect(as(visitor).change(`update public.profiles_bank_details set account_number = '1'`)).rejects.toMatchObject(
      noGrant,
    )
    await expect(as(visitor).change(`delete from public.profiles_bank_details`)).rejects.toMatchObject(noGrant)
  })

  it.each([
    ['another student', ada],
    ['an admin', admin],
  ])('are unreadable for %s both directly and in a join', async (_who, user) => {
    expect(await as(user).query(`select * from public.profiles_bank_details where profile_id = $1`, [bola.profileId])).toEqual([])
    const joined = await as(user).query<{ account_number: string | null }>(
      `select b.account_number from public.profiles p left join public.profiles_bank_details b on b.profile_id = p.id where p.id <> $1`,
      ['profileId' in user ? user.profileId : null],
    )
    expect(joined.filter((row) => row.account_number !== null)).toEqual([])
  })

  it.each([
    ['another student', ada],
    ['an admin', admin],
  ])('cannot be written by %s', async (_who, user) => {
    const unpaid = await signUp(`unpaid-${user.email}`)
    await expect(as(user).query(upsert, [unpaid.profileId, 'Mine', '1', 'Me'])).rejects.toMatchObject(noPolicy)
    await expect(as(user).query(upsert, [bola.profileId, 'Mine', '1', 'Me'])).rejects.toMatchObject(noPolicy)
    expect(
      await as(user).change(`update public.profiles_bank_details set account_number = '1' where profile_id = $1`, [
        bola.profileId,
      ]),
    ).toBe(0)
    expect(await getNumber(bola.profileId)).toBe('0123456789')
  })

  // Without WHERE, RETURNING and ON CONFLICT, which the read policies would also reject. This tests only the write
  // policies.
  it('cannot be added by another student', async () => {
    const unpaid = await signUp('unpaid@example.com')
    const giving = as(ada).change(`insert into public.profiles_bank_details (profile_id, account_number) values ($1, '1')`, [
      unpaid.profileId,
    ])
    await expect(giving).rejects.toMatchObject(noPolicy)
  })

  it('are unchanged when a student updates every row', async () => {
    const rich = await signUp('rich@example.com')
    await beganBefore(1)
    await as(rich).query(upsert, [rich.profileId, 'Zenith', '7', 'Rich'])
    expect(await as(rich).change(`update public.profiles_bank_details set account_number = '8'`)).toBe(1)
    expect(await getNumber(rich.profileId)).toBe('8')
    expect(await getNumber(bola.profileId)).toBe('0123456789')
  })

  it('cannot be assigned to another profile', async () => {
    const victim = await signUp('victim@example.com')
    const change = as(bola).change(`update public.profiles_bank_details set profile_id = $1`, [victim.profileId])
    await expect(change).rejects.toMatchObject(noPolicy)
  })

  it('cannot be added without a profile', async () => {
    const gone = await signUp('without-profile@example.com')
    await as(owner).change(`delete from public.profiles where id = $1`, [gone.profileId])
    await expect(as(gone).query(upsert, [bola.profileId, 'Mine', '1', 'Me'])).rejects.toMatchObject(noPolicy)
    await expect(as(gone).query(upsert, [gone.profileId, 'Mine', '1', 'Me'])).rejects.toMatchObject(noPolicy)
  })

  it('are readable with the secret key for payouts', async () => {
    expect(
      await as(secretKey).query(`select account_number from public.profiles_bank_details where profile_id = $1`, [
        bola.profileId,
      ]),
    ).toEqual([{ account_number: '0123456789' }])
  })
})

describe('bank detail values', () => {
  it.each(['12345678901', '12345a', '12 34', '-1', '1.5', '٠١٢٣٤٥٦٧٨٩', '0123456789\n', '=1+1'])(
    'reject the account number %j',
    async (number) => {
      await expect(as(ada).query(upsert, [ada.profileId, 'GTBank', number, 'Ada'])).rejects.toMatchObject(badValue)
    },
  )

  it.each(['', '0', '0123456789', null])('accept the account number %j', async (number) => {
    expect(await as(ada).query(upsert, [ada.profileId, 'GTBank', number, 'Ada'])).toHaveLength(1)
  })

  it('reject names longer than a bank prints', async () => {
    await expect(as(ada).query(upsert, [ada.profileId, 'b'.repeat(101), '1', 'Ada'])).rejects.toMatchObject(badValue)
    await expect(as(ada).query(upsert, [ada.profileId, 'GTBank', '1', 'a'.repeat(201)])).rejects.toMatchObject(badValue)
  })
})

describe('the delay of a change', () => {
  it.each([
    ['begins on Monday and ends before Friday', '2026-11-23 09:00', '2026-11-25 09:00', null, '2026-11-27'],
    ['ends at the beginning of Friday', '2026-11-25 00:00', '2026-11-27 00:00', null, '2026-11-27'],
    ['ends during Friday', '2026-11-25 09:00', '2026-11-27 09:00', '2026-11-27', '2026-12-04'],
    ['begins on Friday before its run', '2026-11-27 09:00', '2026-11-29 09:00', '2026-11-27', '2026-12-04'],
    ['begins on Saturday', '2026-11-28 09:00', '2026-11-30 09:00', null, '2026-12-04'],
  ])('names the payout days when it %s', async (_name, changed, ends, missed, next) => {
    expect(
      await as(owner).query(
        `select to_char(until at time zone 'Africa/Lagos', 'YYYY-MM-DD HH24:MI') as ends, missed_day::text as missed,
                next_day::text as next from private.bank_change_delay($1::timestamp at time zone 'Africa/Lagos')`,
        [changed],
      ),
    ).toEqual([{ ends, missed, next }])
  })

  it('does not count a Friday whose run is over as missed', async () => {
    await as(owner).change(
      `insert into public.payout_runs (idempotency_key, run_day, payouts, total_kobo, confirmed_at)
       values ('run-is-over', '2026-11-27', 1, 200000, '2026-11-27 12:00')`,
    )
    expect(
      await as(owner).query(
        `select missed_day from private.bank_change_delay('2026-11-27 15:00'::timestamp at time zone 'Africa/Lagos')`,
      ),
    ).toEqual([{ missed_day: null }])
  })

  it('is told to users and to no visitor', async () => {
    const rows = await as(ada).query(`select until > now() as later from public.own_bank_change_delay()`)
    expect(rows).toEqual([{ later: true }])
    await expect(as(visitor).query(`select * from public.own_bank_change_delay()`)).rejects.toMatchObject(noGrant)
  })
})
