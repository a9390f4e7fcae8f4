// The admin role, and the append-only log (public.audit_log).
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const getUserType = async (profileId: string) =>
  (await as(owner).query<{ user_type: string }>(`select user_type from public.profiles where id = $1`, [profileId]))[0]?.user_type
const logAbout = (profileId: string) =>
  as(owner).query(`select actor_id, action, details from public.audit_log where subject = $1`, [profileId])

describe('is_admin', () => {
  it.each([
    ['a visitor', visitor, false],
    ['a student', ada, false],
    ['an admin', admin, true],
    ['the secret key', secretKey, false],
    [
      'a student whose token says otherwise',
      { ...ada, claims: { ...ada.claims, user_type: 'Admin', user_role: 'service_role' } },
      false,
    ],
  ])('recognises only an admin, given %s', async (_who, user, is) => {
    expect(await as(user).query(`select private.is_admin() as it`)).toEqual([{ it: is }])
  })
})

describe('make_admin', () => {
  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('rejects %s', async (_who, user) => {
    await expect(as(user).query(`select public.make_admin($1)`, [ada.email])).rejects.toMatchObject(noGrant)
    expect(await getUserType(ada.profileId)).toBe('Student')
  })

  it('accepts the secret key and logs the change once', async () => {
    const student = await signUp('New.Admin@example.com')
    for (let time = 0; time < 2; time += 1) {
      const created = await as(secretKey).query(`select public.make_admin(' new.admin@EXAMPLE.com ') as profile`)
      expect(created).toEqual([{ profile: student.profileId }])
    }
    expect(await getUserType(student.profileId)).toBe('Admin')
    expect(await logAbout(student.profileId)).toEqual([{ actor_id: null, action: 'admin.made', details: { from: 'Student' } }])
    expect(await as(student).query(`select private.is_admin() as it`)).toEqual([{ it: true }])
  })

  it.each(['nobody@example.com', '', '%', 'a%@example.com', null])('rejects the unknown address %j', async (address) => {
    await expect(as(secretKey).query(`select public.make_admin($1)`, [address])).rejects.toMatchObject({ code: 'P0002' })
  })

  it('raises an error for an account without a profile', async () => {
    const { userId } = await signUp('bare@example.com')
    await as(owner).change(`delete from public.profiles where user_id = $1`, [userId])
    await expect(as(secretKey).query(`select public.make_admin('bare@example.com')`)).rejects.toMatchObject({ code: 'P0002' })
  })
})

describe('audit log', () => {
  it('hides everything from visitors', async () => {
    await expect(as(visitor).query(`select id from public.audit_log`)).rejects.toMatchObject(noGrant)
  })

  it('hides every row from students', async () => {
    expect(await as(ada).query(`select id from public.audit_log`)).toEqual([])
  })

  it('is readable for admins and the secret key', async () => {
    const about = `select action from public.audit_log where subject = $1`
    expect(await as(admin).query(about, [admin.profileId])).toEqual([{ action: 'admin.made' }])
    expect(await as(secretKey).query(about, [admin.profileId])).toEqual([{ action: 'admin.made' }])
  })

  it.each([
    ['a visitor', visitor],
    ['a student', bola],
    ['an admin', admin],
    ['the secret key', secretKey],
  ])('rejects every change by %s', async (_who, user) => {
    for (const sql of [
      `insert into public.audit_log (action, subject) values ('forged', 'row')`,
      `update public.audit_log set action = 'forged'`,
      `delete from public.audit_log`,
      `truncate public.audit_log`,
      `select setval('public.audit_log_id_seq', 1)`,
    ]) {
      await expect(as(user).change(sql), sql).rejects.toMatchObject(noGrant)
    }
  })

  it('rejects updates, deletes and truncation by its owner', async () => {
    const [before] = await as(owner).query(`select count(*)::int as rows, max(action) as actions from public.audit_log`)
    for (const sql of [
      `update public.audit_log set action = 'forged'`,
      `delete from public.audit_log`,
      `truncate public.audit_log`,
      `truncate public.audit_log restart identity cascade`,
      `insert into public.audit_log (id, action, subject) overriding system value select id, 'forged', 'x' from public.audit_log
         on conflict (id) do update set action = 'forged'`,
    ]) {
      await expect(as(owner).change(sql), sql).rejects.toMatchObject({
        code: '42501',
        message: 'audit_log rows are only ever added',
      })
    }
    expect(await as(owner).query(`select count(*)::int as rows, max(action) as actions from public.audit_log`)).toEqual([before])
    expect(before).toMatchObject({ actions: 'admin.made' })
  })

  it('retains entries of deleted accounts', async () => {
    const student = await signUp('shortlived@example.com')
    await as(secretKey).query(`select public.make_admin($1)`, [student.email])
    await as(owner).change(`delete from auth.users where id = $1`, [student.userId])
    expect(await logAbout(student.profileId)).toMatchObject([{ action: 'admin.made' }, { action: 'account.deleted' }])
  })
})

describe('record_sample_content', () => {
  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('rejects %s', async (_who, user) => {
    await expect(as(user).query(`select public.record_sample_content('{}')`)).rejects.toMatchObject(noGrant)
  })

  it('logs the sample content for the secret key', async () => {
    await as(secretKey).query(`select public.record_sample_content('{"topics": 520}')`)
    expect(await logAbout('sample content')).toEqual([
      { actor_id: null, action: 'sample_content.loaded', details: { topics: 520 } },
    ])
  })
})
