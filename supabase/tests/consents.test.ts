// public.consents: consents given at sign-up with their versions, written only by a trigger.
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const getConsents = (profileId: string) =>
  as(owner).query<{ agreed_to: string; version: string }>(
    `select agreed_to, version from public.consents where profile_id = $1 order by agreed_to`,
    [profileId],
  )

describe('a sign-up with our form', () => {
  it('stores both consents with the date of the terms', async () => {
    const before = await signUp('before@example.com', { first_name: 'Ngozi', privacy_version: '2026-11-21' })
    expect(await getConsents(before.profileId)).toEqual([
      { agreed_to: 'privacy', version: '2026-11-21' },
      { agreed_to: 'terms', version: 'shipped' },
    ])
    await as(admin).change(
      `insert into public.settings (group_name, setting_key, setting_value, updated_at) values ('terms', 'terms_services_title', 'What we do', '2026-12-01 08:30:00+01')`,
    )
    const after = await signUp('after@example.com', { privacy_version: '2026-11-21' })
    expect(await getConsents(after.profileId)).toEqual([
      { agreed_to: 'privacy', version: '2026-11-21' },
      { agreed_to: 'terms', version: '2026-12-01 07:30:00' },
    ])
  })

  it('accepts metadata sent as a string', async () => {
    const { profileId } = await signUp('string@example.com', JSON.stringify({ privacy_version: '2026-11-21' }))
    expect(await getConsents(profileId)).toHaveLength(2)
  })
})

describe('a sign-up without our form', () => {
  it.each([
    ['nothing', undefined],
    ['no version', { first_name: 'Ada' }],
    ['an invalid version', { privacy_version: 'yes' }],
    ['an empty one', { privacy_version: '' }],
    ['a list', { privacy_version: ['2026-11-21'] }],
    ['a number', { privacy_version: 20261121 }],
    ['an impossible character', '{"privacy_version": "\\u0000"}'],
    ['more after a line break', { privacy_version: '2026-11-21\nyes' }],
  ])('creates the account without consents for %s', async (what, metadata) => {
    const { profileId } = await signUp(`${what.replaceAll(' ', '-')}@example.com`, metadata)
    expect(await getConsents(profileId)).toEqual([])
  })
})

describe('access to consents', () => {
  it('shows students their own and admins all and visitors none', async () => {
    const student = await signUp('reader@example.com', { privacy_version: '2026-11-21' })
    expect(await as(student).query(`select agreed_to from public.consents`)).toHaveLength(2)
    expect(await as(ada).query(`select agreed_to from public.consents`)).toEqual([])
    expect(
      await as(admin).query(`select agreed_to from public.consents where profile_id = $1`, [student.profileId]),
    ).toHaveLength(2)
    await expect(as(visitor).query(`select agreed_to from public.consents`)).rejects.toMatchObject(noGrant)
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
    ['the secret key', secretKey],
  ])('rejects every write of %s', async (_who, user) => {
    for (const sql of [
      `insert into public.consents (profile_id, agreed_to, version) values ('${ada.profileId}', 'terms', 'x')`,
      `update public.consents set version = 'x'`,
      `delete from public.consents`,
    ]) {
      await expect(as(user).change(sql), sql).rejects.toMatchObject(noGrant)
    }
  })

  it('rejects updates by the owner and deletes consents with their profile', async () => {
    const student = await signUp('leaving@example.com', { privacy_version: '2026-11-21' })
    await expect(as(owner).change(`update public.consents set version = 'x'`)).rejects.toMatchObject({ code: '42501' })
    await as(owner).change(`delete from auth.users where id = $1`, [student.userId])
    expect(await getConsents(student.profileId)).toEqual([])
  })
})
