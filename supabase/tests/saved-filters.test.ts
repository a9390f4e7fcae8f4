// public.saved_filters: each admin's own, which nobody else reads.
import { afterAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const { ada, admin, visitor, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const other = await signUp('other-admin@example.com')
await as(owner).change(`update public.profiles set user_type = 'Admin', admin_roles = '{reviewer}' where id = $1`, [
  other.profileId,
])

const save = (user: CurrentUser, name: string, { path = '/admin/money/orders', query = 'show=paid' } = {}) =>
  as(user).change('insert into public.saved_filters (path, query, name) values ($1, $2, $3)', [path, query, name])
const names = async (user: CurrentUser) =>
  (await as(user).query<{ name: string }>('select name from public.saved_filters where deleted_at is null order by name')).map(
    ({ name }) => name,
  )

describe('saved filters', () => {
  it('are read by their admin only', async () => {
    await save(admin, 'Unpaid this week')
    expect(await names(admin)).toEqual(['Unpaid this week'])
    expect(await names(other)).toEqual([])
    expect(await names(ada)).toEqual([])
    await expect(as(visitor).query('select 1 from public.saved_filters')).rejects.toMatchObject(noGrant)
  })

  it('are saved by admins only, and for themselves', async () => {
    await expect(save(ada, 'Mine')).rejects.toMatchObject(noPolicy)
    await expect(save(visitor, 'Mine')).rejects.toMatchObject(noGrant)
    await expect(
      as(admin).change(
        `insert into public.saved_filters (profile_id, path, query, name) values ($1, '/admin/log', 'show=money', 'Log')`,
        [other.profileId],
      ),
    ).rejects.toMatchObject(noGrant)
  })

  it('are renamed, deleted and restored by their admin only', async () => {
    const rename = (user: CurrentUser, name: string) => as(user).change('update public.saved_filters set name = $1', [name])
    await rename(other, 'Taken')
    expect(await names(admin)).toEqual(['Unpaid this week'])
    await rename(admin, 'Unpaid')
    expect(await names(admin)).toEqual(['Unpaid'])
    await as(owner).change(`update public.profiles set user_type = 'Student', admin_roles = '{}' where id = $1`, [
      admin.profileId,
    ])
    await rename(admin, 'By a former admin')
    await as(owner).change(`update public.profiles set user_type = 'Admin', admin_roles = '{owner}' where id = $1`, [
      admin.profileId,
    ])
    expect(await names(admin)).toEqual(['Unpaid'])
    await as(admin).change('update public.saved_filters set deleted_at = now()')
    expect(await names(admin)).toEqual([])
    await as(other).change('update public.saved_filters set deleted_at = null')
    expect(await names(admin)).toEqual([])
    await as(admin).change('update public.saved_filters set deleted_at = null')
    expect(await names(admin)).toEqual(['Unpaid'])
    await expect(as(admin).change('delete from public.saved_filters')).rejects.toMatchObject(noGrant)
    await expect(as(admin).change(`update public.saved_filters set path = '/admin/log'`)).rejects.toMatchObject(noGrant)
  })

  it('have one name each in a list', async () => {
    await expect(save(admin, 'Unpaid')).rejects.toMatchObject({ code: '23505' })
    await save(admin, 'Unpaid', { path: '/admin/money/sales' })
    await save(other, 'Unpaid')
  })

  it.each([
    ['no name', '', {}],
    ['a name with spaces around it', ' Paid ', {}],
    ['a long name', 'x'.repeat(41), {}],
    ['no filter', 'Paid', { query: '' }],
    ['a long filter', 'Paid', { query: 'x'.repeat(601) }],
    ['an address outside the console', 'Paid', { path: '//example.com' }],
  ])('are rejected with %s', async (_what, name, parts) => {
    await expect(save(admin, name, parts)).rejects.toMatchObject(badValue)
  })

  it('are at most 50 for each admin, and deleted ones are removed after a day', async () => {
    for (let at = (await names(other)).length; at < 50; at += 1) {
      await save(other, `Filter ${at}`)
    }
    await expect(save(other, 'One more')).rejects.toMatchObject({ code: '54000' })
    await as(other).change(`update public.saved_filters set deleted_at = now() where name = 'Filter 41'`)
    await save(other, 'Replacement')
    await expect(save(other, 'One more')).rejects.toMatchObject({ code: '54000' })
    await as(owner).change(
      `update public.saved_filters set deleted_at = now() - interval '25 hours' where profile_id = $1 and name = 'Filter 40'`,
      [other.profileId],
    )
    await save(other, 'One more')
    expect(await names(other)).toHaveLength(50)
    const rows = await as(owner).query(`select 1 from public.saved_filters where name = 'Filter 40'`)
    expect(rows).toEqual([])
  })
})
