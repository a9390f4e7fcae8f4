// public.profiles: read and write access by profile and column.
import { afterAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const getProfile = async (userId: string) =>
  (await as(owner).query(`select * from public.profiles where user_id = $1`, [userId]))[0]

describe('reading profiles', () => {
  it('is denied to visitors', async () => {
    await expect(as(visitor).query(`select id from public.profiles`)).rejects.toMatchObject(noGrant)
  })

  it('is limited to their own profile for students', async () => {
    expect(await as(ada).query(`select user_id from public.profiles`)).toEqual([{ user_id: ada.userId }])
    expect(await as(ada).query(`select * from public.profiles where id = $1`, [bola.profileId])).toEqual([])
  })

  it('is allowed to admins for every profile', async () => {
    const visible = await as(admin).query<{ user_id: string }>(`select user_id from public.profiles`)
    expect(visible.map((row) => row.user_id)).toEqual(expect.arrayContaining([ada.userId, bola.userId, admin.userId]))
  })

  it('ignores other claims of the token', async () => {
    const claims = {
      ...ada.claims,
      user_type: 'Admin',
      app_metadata: { user_type: 'Admin', role: 'service_role' },
      user_metadata: { user_type: 'Admin' },
    }
    expect(await as({ ...ada, claims }).query(`select user_id from public.profiles`)).toEqual([{ user_id: ada.userId }])
  })

  it('returns nothing for the token of a deleted account', async () => {
    const gone = await signUp('gone@example.com')
    await as(owner).change(`delete from auth.users where id = $1`, [gone.userId])
    expect(await as(gone).query(`select id from public.profiles`)).toEqual([])
  })
})

describe('changing profiles', () => {
  it('accepts the fields of the profile form from a student', async () => {
    const changed = await as(ada).change(
      `update public.profiles set first_name = 'Adaeze', last_name = 'Obi-Okoye', "Institition" = 'UNTH Enugu', course_of_study = 'Midwifery',
         phone_number = '+2348000000000', year_of_study = 3, avatar_url = 'https://example.com/a.png' where user_id = $1`,
      [ada.userId],
    )
    expect(changed).toBe(1)
    expect(await getProfile(ada.userId)).toMatchObject({
      first_name: 'Adaeze',
      Institition: 'UNTH Enugu',
      year_of_study: 3,
      user_type: 'Student',
    })
  })

  it.each([
    ['user_type', `'Admin'`],
    ['total_earnings', '1000000'],
    ['id', 'gen_random_uuid()'],
    ['user_id', `'${bola.userId}'`],
    ['created_at', 'now()'],
    ['updated_at', 'now()'],
  ])('rejects %s from signed-in users', async (column, value) => {
    for (const user of [ada, admin]) {
      const change = as(user).change(`update public.profiles set ${column} = ${value} where user_id = $1`, [user.userId])
      await expect(change).rejects.toMatchObject(noGrant)
    }
  })

  it('rejects the admin role in an otherwise allowed change', async () => {
    const change = as(ada).change(`update public.profiles set first_name = 'Ada', user_type = 'Admin' where user_id = $1`, [
      ada.userId,
    ])
    await expect(change).rejects.toMatchObject(noGrant)
    expect(await getProfile(ada.userId)).toMatchObject({ user_type: 'Student' })
  })

  it('changes only the student’s own profile', async () => {
    expect(await as(ada).change(`update public.profiles set first_name = 'Stolen' where user_id = $1`, [bola.userId])).toBe(0)
    expect(await as(ada).change(`update public.profiles set phone_number = '0'`)).toBe(1)
    expect(await getProfile(bola.userId)).toMatchObject({ first_name: 'Bola', phone_number: null })
  })

  it('changes no student’s profile for an admin', async () => {
    expect(await as(admin).change(`update public.profiles set first_name = 'Stolen' where user_id = $1`, [bola.userId])).toBe(0)
  })

  it('is denied to visitors', async () => {
    await expect(as(visitor).change(`update public.profiles set first_name = 'Stolen'`)).rejects.toMatchObject(noGrant)
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('rejects adding and deleting by %s', async (_who, user) => {
    const adding = as(user).change(`insert into public.profiles (user_id, user_type) values (gen_random_uuid(), 'Admin')`)
    await expect(adding).rejects.toMatchObject(noGrant)
    await expect(as(user).change(`delete from public.profiles where user_id = $1`, [ada.userId])).rejects.toMatchObject(noGrant)
  })

  it('rejects earnings and roles even from the secret key', async () => {
    const earning = as(secretKey).change(`update public.profiles set total_earnings = 750.5 where user_id = $1`, [bola.userId])
    await expect(earning).rejects.toMatchObject(noGrant)
    // The owner of the table cannot change it either: the figure comes from the ledger.
    await as(owner).change(`update public.profiles set total_earnings = 750.5 where user_id = $1`, [bola.userId])
    expect(await getProfile(bola.userId)).toMatchObject({ total_earnings: 0 })
    const quietly = as(secretKey).change(`update public.profiles set user_type = 'Admin' where user_id = $1`, [bola.userId])
    await expect(quietly).rejects.toMatchObject(noGrant)
    const anew = as(secretKey).change(`insert into public.profiles (user_id, user_type) values (gen_random_uuid(), 'Admin')`)
    await expect(anew).rejects.toMatchObject(noGrant)
  })
})

describe('profile values', () => {
  it.each([
    [`year_of_study = -1`],
    [`year_of_study = 8`],
    [`user_type = 'Owner'`],
    [`user_type = 'admin'`],
    [`first_name = repeat('a', 101)`],
    [`last_name = repeat('a', 101)`],
    [`"Institition" = repeat('a', 201)`],
    [`course_of_study = repeat('a', 201)`],
    [`phone_number = repeat('1', 31)`],
    [`avatar_url = repeat('a', 1001)`],
  ])('reject %s', async (assignment) => {
    await expect(
      as(owner).change(`update public.profiles set ${assignment} where user_id = $1`, [ada.userId]),
    ).rejects.toMatchObject(badValue)
  })

  it.each([0, 1, 6, 7])('accept the year of study %i', async (year) => {
    expect(await as(ada).change(`update public.profiles set year_of_study = $1 where user_id = $2`, [year, ada.userId])).toBe(1)
  })

  it('allow one profile per account', async () => {
    const second = as(owner).change(`insert into public.profiles (user_id) values ($1)`, [ada.userId])
    await expect(second).rejects.toMatchObject({ code: '23505' })
  })

  it('update updated_at but not created_at with a change', async () => {
    const student = await signUp('old@example.com')
    await as(owner).change(`delete from public.profiles where user_id = $1`, [student.userId])
    await as(owner).change(
      `insert into public.profiles (user_id, created_at, updated_at) values ($1, '2020-01-01', '2020-01-01')`,
      [student.userId],
    )
    await as(student).change(`update public.profiles set first_name = 'Now' where user_id = $1`, [student.userId])
    const [row] = await as(student).query(
      `select updated_at > now() - interval '1 hour' as moved, created_at = '2020-01-01' as kept from public.profiles`,
    )
    expect(row).toEqual({ moved: true, kept: true })
  })

  it('are deleted with the account together with its bank details', async () => {
    const student = await signUp('leaving@example.com')
    await as(student).change(`insert into public.profiles_bank_details (profile_id, bank_name) values ($1, 'Bank')`, [
      student.profileId,
    ])
    await as(owner).change(`delete from auth.users where id = $1`, [student.userId])
    expect(await getProfile(student.userId)).toBeUndefined()
    expect(
      await as(owner).query(`select 1 from public.profiles_bank_details where profile_id = $1`, [student.profileId]),
    ).toEqual([])
  })
})
