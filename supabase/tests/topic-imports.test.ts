// public.topic_imports, import_topics and undo_topic_import: an admin imports a file of topics atomically, and can undo
// it.
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, as, stop } = await gatherPeople()
afterAll(stop)

const row = (topic: string, more: object = {}) => ({
  topic,
  description: null,
  unique_selling_point: null,
  subject_area: 'Tests',
  is_sample: false,
  ...more,
})
const IMPORT = `select public.import_topics($1, $2::text::jsonb, $3::text::jsonb) as id`
const importAs = async (user: typeof admin, added: object[], changed: object[] = [], name = 'topics.csv') =>
  (await as(user).query<{ id: string }>(IMPORT, [name, JSON.stringify(added), JSON.stringify(changed)]))[0]?.id ?? ''
const undo = async (id: string) =>
  (
    await as(admin).query<{ undone: unknown }>(`select (select to_jsonb(r) from public.undo_topic_import($1) r) as undone`, [id])
  )[0]?.undone
const stored = async (topic: string) =>
  (
    await as(admin).query<{ id: string; version: string; description: string | null; deleted: boolean }>(
      `select id, to_json(updated_at) #>> '{}' as version, description, deleted_at is not null as deleted
         from public.topics_directory where topic = $1`,
      [topic],
    )
  )[0]
const present = async (topic: string) => {
  const found = await stored(topic)
  if (!found) {
    throw new Error(`${topic} is not there`)
  }
  return found
}

it('import_topics adds and changes and restores topics with one log entry', async () => {
  await importAs(admin, [row('First'), row('Second')])
  await as(admin).change(`update public.topics_directory set deleted_at = now() where topic = 'Second'`)
  const [first, second] = [await present('First'), await present('Second')]
  const id = await importAs(
    admin,
    [row('Third')],
    [row('First', { id: first.id, version: first.version, description: 'Said anew' }), row('Second', second)],
  )
  expect(await stored('First')).toMatchObject({ description: 'Said anew' })
  expect(await stored('Second')).toMatchObject({ deleted: false })
  expect(await stored('Third')).toMatchObject({ deleted: false })
  expect(await as(admin).query(`select actor_id, action, details from public.audit_log where subject = $1`, [id])).toEqual([
    {
      actor_id: admin.userId,
      action: 'topic.imported',
      details: { name: 'topics.csv', added: 1, changed: 1, put_back: 1 },
    },
  ])
  expect(
    await as(admin).query(`select action from public.audit_log where subject = $1 order by id desc limit 1`, [first.id]),
  ).toEqual([])
})

it('import_topics rolls back when one row is invalid', async () => {
  await expect(importAs(admin, [row('Fourth'), row('First')])).rejects.toMatchObject({ code: '23505' })
  await expect(importAs(admin, [row('Fourth'), row(' ')])).rejects.toMatchObject({ code: '23514' })
  const first = await present('First')
  const stale = row('First', { id: first.id, version: '2026-01-01T00:00:00Z' })
  await expect(importAs(admin, [row('Fourth')], [stale])).rejects.toMatchObject({ code: '40001' })
  expect(await stored('Fourth')).toBeUndefined()
})

it('undo_topic_import undoes an import once except for rows that changed since', async () => {
  const first = await present('First')
  const id = await importAs(admin, [row('Fifth'), row('Sixth')], [row('First', { ...first, description: 'By the file' })])
  await as(admin).change(`update public.topics_directory set description = 'By hand' where topic = 'Sixth'`)
  expect(await undo(id)).toEqual({ reversed: 2, skipped: 1 })
  expect(await stored('First')).toMatchObject({ description: first.description, deleted: false })
  expect(await stored('Fifth')).toMatchObject({ deleted: true })
  expect(await stored('Sixth')).toMatchObject({ description: 'By hand', deleted: false })
  expect(await undo(id)).toBeNull()
  expect(
    await as(admin).query(`select action, details from public.audit_log where subject = $1 order by id desc limit 1`, [id]),
  ).toEqual([{ action: 'topic.import_undone', details: { name: 'topics.csv', reversed: 2, left: 1 } }])
})

it('import_topics accepts a thousand rows', async () => {
  const id = await importAs(
    admin,
    Array.from({ length: 1200 }, (_none, at) => row(`Many ${at}`)),
  )
  expect(await undo(id)).toEqual({ reversed: 1200, skipped: 0 })
})

it('a single change after an import is logged separately', async () => {
  await as(admin).change(`update public.topics_directory set description = 'Logged' where topic = 'First'`)
  const { id } = await present('First')
  expect(await as(admin).query(`select action from public.audit_log where subject = $1 order by id desc limit 1`, [id])).toEqual([
    { action: 'topic.changed' },
  ])
})

describe('import permissions', () => {
  it.each([
    ['a student', ada],
    ['another student', bola],
  ])('deny importing and undoing and reading to %s', async (_who, user) => {
    await expect(importAs(user, [row('Forged')])).rejects.toMatchObject({ code: '42501' })
    const [{ id } = { id: '' }] = await as(admin).query<{ id: string }>(`select id from public.topic_imports limit 1`)
    await expect(as(user).query(`select public.undo_topic_import($1)`, [id])).rejects.toMatchObject({ code: '42501' })
    expect(await as(user).query(`select id from public.topic_imports`)).toEqual([])
  })

  it('deny visitors access and everyone direct writes', async () => {
    await expect(importAs(visitor as typeof admin, [row('Forged')])).rejects.toMatchObject(noGrant)
    await expect(as(visitor).query(`select id from public.topic_imports`)).rejects.toMatchObject(noGrant)
    for (const user of [ada, admin]) {
      await expect(as(user).change(`update public.topic_imports set undone_at = null`)).rejects.toMatchObject(noGrant)
      await expect(as(user).change(`delete from public.topic_imports`)).rejects.toMatchObject(noGrant)
      await expect(as(user).query(`select before from public.topic_imports`)).rejects.toMatchObject(noGrant)
    }
    await expect(importAs(secretKey as typeof admin, [row('Forged')])).rejects.toMatchObject({ code: '42501' })
    expect(await stored('Forged')).toBeUndefined()
  })
})
