// public.settings and public.ui_content: readable by everyone, written by admins.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant, noPolicy } from './people.ts'

const { ada, admin, visitor, as, stop } = await gatherPeople()
afterAll(stop)

describe.each([
  { table: 'settings', group: 'group_name', key: 'setting_key', value: 'setting_value', of: 'contact' },
  { table: 'ui_content', group: 'page_section', key: 'content_key', value: 'content_value', of: 'hero' },
])('$table', ({ table, group, key, value, of }) => {
  const insert = `insert into public.${table} (${group}, ${key}, ${value}) values ($1, $2, $3)`
  const upsert = `${insert} on conflict (${group}, ${key}) do update set ${value} = excluded.${value}`
  const valueOf = async (name: string) =>
    (
      await as(visitor).query<{ value: string }>(
        `select ${value} as value from public.${table} where ${group} = $1 and ${key} = $2`,
        [of, name],
      )
    )[0]?.value

  beforeAll(async () => {
    await as(admin).change(insert, [of, 'kept', 'as it was'])
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('is readable for %s', async (_who, user) => {
    expect(await as(user).query(`select ${value} as value from public.${table} where ${key} = 'kept'`)).toEqual([
      { value: 'as it was' },
    ])
  })

  it('accepts changes of an admin', async () => {
    expect(await as(admin).change(upsert, [of, 'title', 'one'])).toBe(1)
    expect(await as(admin).change(upsert, [of, 'title', 'two'])).toBe(1)
    expect(await valueOf('title')).toBe('two')
    expect(await as(admin).change(`delete from public.${table} where ${key} = 'title'`)).toBe(1)
  })

  it('rejects writes of a student', async () => {
    await expect(as(ada).change(insert, [of, 'forged', 'x'])).rejects.toMatchObject(noPolicy)
    await expect(as(ada).change(upsert, [of, 'kept', 'x'])).rejects.toMatchObject(noPolicy)
    expect(await as(ada).change(`update public.${table} set ${value} = 'forged'`)).toBe(0)
    expect(await as(ada).change(`delete from public.${table}`)).toBe(0)
    expect(await valueOf('kept')).toBe('as it was')
  })

  it('rejects writes of a visitor', async () => {
    await expect(as(visitor).change(insert, [of, 'forged', 'x'])).rejects.toMatchObject(noGrant)
    await expect(as(visitor).change(`update public.${table} set ${value} = 'forged'`)).rejects.toMatchObject(noGrant)
    await expect(as(visitor).change(`delete from public.${table}`)).rejects.toMatchObject(noGrant)
  })

  it('updates updated_at with a change', async () => {
    await as(admin).change(insert, [of, 'old', 'x'])
    await as(admin).change(`update public.${table} set updated_at = '2020-01-01' where ${key} = 'old'`)
    const [row] = await as(visitor).query(
      `select updated_at > now() - interval '1 hour' as moved from public.${table} where ${key} = 'old'`,
    )
    expect(row).toEqual({ moved: true })
  })

  it.each(['', 'Key', 'a b', '../a', 'a-b', 'a\n', 'a'.repeat(61)])('rejects the key %j', async (name) => {
    await expect(as(admin).change(insert, [of, name, 'x'])).rejects.toMatchObject(badValue)
  })

  it('has one row per key of a group', async () => {
    await expect(as(admin).change(insert, [of, 'kept', 'again'])).rejects.toMatchObject({ code: '23505' })
  })
})

describe('groups and sections', () => {
  const insert = `insert into public.settings (group_name, setting_key, setting_value) values ($1, 'any_key', 'x')`

  it.each(['site', 'header', 'footer_social', 'contact', 'terms', 'uploads'])('include the settings group %s', async (group) => {
    expect(await as(admin).change(insert, [group])).toBe(1)
  })

  it.each(['Site', 'secrets', ''])('exclude the settings group %j', async (group) => {
    await expect(as(admin).change(insert, [group])).rejects.toMatchObject(badValue)
  })

  it.each(['Hero', '', 'a-b', 'hero2', 'a'.repeat(61)])('exclude the page section %j', async (section) => {
    const adding = as(admin).change(
      `insert into public.ui_content (page_section, content_key, content_value) values ($1, 'k', 'x')`,
      [section],
    )
    await expect(adding).rejects.toMatchObject(badValue)
  })

  it('limit the length of values', async () => {
    const setting = as(admin).change(`insert into public.settings values ('terms', 'long', repeat('a', 20001))`)
    await expect(setting).rejects.toMatchObject(badValue)
    const text = as(admin).change(`insert into public.ui_content values ('hero', 'long', repeat('a', 5001))`)
    await expect(text).rejects.toMatchObject(badValue)
  })
})
