// Console functions for settings and ui_content: save_settings, save_texts, counted_statistics.
import { afterAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, as, stop } = await gatherPeople()
afterAll(stop)

describe.each([
  { save: 'save_settings', table: 'settings', group: 'group_name', key: 'setting_key', value: 'setting_value', of: 'contact' },
  { save: 'save_texts', table: 'ui_content', group: 'page_section', key: 'content_key', value: 'content_value', of: 'hero' },
])('$save', ({ save, table, group, key, value, of }) => {
  const saveAs = async (user: typeof visitor, expected: object, wanted: object) =>
    (
      await as(user).query<{ saved: boolean }>(`select public.${save}($1, $2::text::jsonb, $3::text::jsonb) as saved`, [
        of,
        JSON.stringify(expected),
        JSON.stringify(wanted),
      ])
    )[0]?.saved
  const stored = async () =>
    Object.fromEntries(
      (
        await as(visitor).query<{ key: string; value: string }>(
          `select ${key} as key, ${value} as value from public.${table} where ${group} = $1`,
          [of],
        )
      ).map((row) => [row.key, row.value]),
    )

  it('adds and changes and removes keys together without affecting others', async () => {
    expect(await saveAs(admin, {}, { other: 'stays' })).toBe(true)
    expect(await saveAs(admin, {}, { one: '1', two: '2', three: null })).toBe(true)
    expect(await saveAs(admin, { one: '1', two: '2' }, { one: 'anew', two: null, three: '3' })).toBe(true)
    expect(await stored()).toEqual({ other: 'stays', one: 'anew', three: '3' })
  })

  it('saves nothing over values that changed since they were read', async () => {
    expect(await saveAs(admin, { one: '1' }, { one: 'late', three: 'late' })).toBe(false)
    expect(await saveAs(admin, {}, { three: 'late' })).toBe(false)
    expect(await stored()).toEqual({ other: 'stays', one: 'anew', three: '3' })
  })

  it('saves atomically', async () => {
    const wanted = { one: 'half', three: 'x'.repeat(20_001) }
    await expect(saveAs(admin, { one: 'anew', three: '3' }, wanted)).rejects.toMatchObject(badValue)
    expect(await stored()).toMatchObject({ one: 'anew' })
  })

  it('rejects students and visitors and the secret key', async () => {
    await expect(saveAs(ada, { one: 'anew' }, { one: 'Forged' })).rejects.toMatchObject({ code: '42501' })
    await expect(saveAs(visitor, { one: 'anew' }, { one: 'Forged' })).rejects.toMatchObject(noGrant)
    await expect(saveAs(secretKey, { one: 'anew' }, { one: 'Forged' })).rejects.toMatchObject({ code: '42501' })
    expect(await stored()).toMatchObject({ one: 'anew' })
  })

  it('logs each changed key only', async () => {
    await saveAs(admin, { one: 'anew', three: '3' }, { one: 'anew', three: 'logged' })
    const lines = await as(admin).query(`select subject, details from public.audit_log order by id desc limit 1`)
    expect(lines).toEqual([{ subject: `${of}.three`, details: { changes: { [value]: ['3', 'logged'] } } }])
    const [{ count } = { count: -1 }] = await as(admin).query<{ count: number }>(
      `select count(*)::int as count from public.audit_log where subject = $1 and details -> 'changes' -> $2 ->> 1 = 'anew'`,
      [`${of}.one`, value],
    )
    expect(count).toBe(1)
  })

  it('leaves the values before each change to those who may save them', async () => {
    const read = (user: typeof visitor, keys: readonly string[]) =>
      as(user).query(`select actor, key, before from public.text_changes($1, $2, $3::text[])`, [table, of, `{${keys.join()}}`])
    expect(await read(admin, ['two', 'three', 'none'])).toEqual([
      { actor: 'Ope Rator', key: 'three', before: '3' },
      { actor: 'Ope Rator', key: 'three', before: null },
      { actor: 'Ope Rator', key: 'two', before: '2' },
      { actor: 'Ope Rator', key: 'two', before: null },
    ])
    await expect(read(ada, ['two'])).rejects.toMatchObject({ code: '42501' })
    await expect(read(visitor, ['two'])).rejects.toMatchObject(noGrant)
  })
})

it('the admin_emails group is a settings group', async () => {
  expect(await as(admin).change(`insert into public.settings values ('admin_emails', 'daily_digest', 'off')`)).toBe(1)
})

describe('counted_statistics', () => {
  const count = async (user: typeof visitor) =>
    (
      await as(user).query<{ figures: Record<string, number> }>(
        `select (select to_jsonb(r) from public.counted_statistics() r) as figures`,
      )
    )[0]?.figures

  it('counts visible records and students', async () => {
    const before = await count(admin)
    await as(admin).change(`insert into public.topics_directory (topic, deleted_at) values ('Counted', null), ('Not', now())`)
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, published_at) values ('shown', 'S', 'seminar', now()), ('hidden', 'H', 'seminar', null)`,
    )
    const after = await count(admin)
    expect(after).toEqual({
      ...before,
      topics: (before?.topics ?? 0) + 1,
      materials: (before?.materials ?? 0) + 1,
    })
    expect(after).toMatchObject({ students: 2, uploads: 0 })
  })

  it('rejects all others', async () => {
    await expect(count(ada)).rejects.toMatchObject({ code: '42501' })
    await expect(count(visitor)).rejects.toMatchObject(noGrant)
  })
})
