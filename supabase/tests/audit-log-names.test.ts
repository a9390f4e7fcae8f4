// The names of records in the audit log, and the search by them, for owners only.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, admin, visitor, secretKey, owner, as, sendIn, signUp, stop } = people
afterAll(stop)

const names = (ids: string[], user: Parameters<typeof as>[0] = admin) =>
  as(user).query<{ id: string; name: string }>('select * from public.audit_log_names($1::uuid[])', [ids])

describe('audit_log_names', () => {
  it('names people by profile and by account, works, uploads and comments', async () => {
    const [material] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category, published_at) values ('named', 'Pain in children', 'seminar', now())
       returning id`,
    )
    const [comment] = await as(ada).query<{ id: string }>(
      `insert into public.material_comments (material_id, body) values ($1, $2) returning id`,
      [material?.id, `The tool ${'x'.repeat(80)}`],
    )
    const upload = await sendIn(ada, 'Care of a wound')
    const gone = randomUUID()
    const ids = [ada.profileId, ada.userId, material?.id ?? '', comment?.id ?? '', upload.id, gone]
    expect(new Map((await names(ids)).map(({ id, name }) => [id, name]))).toEqual(
      new Map([
        [ada.profileId, 'Ada Obi'],
        [ada.userId, 'Ada Obi'],
        [material?.id, 'Pain in children'],
        [comment?.id, `“The tool ${'x'.repeat(50)}…” on Pain in children`],
        [upload.id, 'Care of a wound'],
      ]),
    )
  })

  it('names an email by its template and its recipient', async () => {
    const [row] = await as(owner).query<{ id: string }>(`select private.queue_email_to('b@mail.ng', 'test-only', null) as id`)
    expect(await names([row?.id ?? ''])).toEqual([{ id: row?.id, name: 'test only, to b@mail.ng' }])
  })

  it('is for owners only', async () => {
    await expect(names([ada.profileId], ada)).rejects.toMatchObject({ code: '42501' })
    for (const user of [visitor, secretKey]) {
      await expect(names([ada.profileId], user)).rejects.toMatchObject(noGrant)
    }
    await as(owner).change(`update public.profiles set admin_roles = '{money,reviewer,editor}' where id = $1`, [admin.profileId])
    await expect(names([ada.profileId])).rejects.toMatchObject({ code: '42501', hint: 'admin_role' })
    await as(owner).change(`update public.profiles set admin_roles = '{owner}' where id = $1`, [admin.profileId])
  })

  it('rejects more than 500 records', async () => {
    await expect(names(Array.from({ length: 501 }, () => ada.profileId))).rejects.toMatchObject({ code: '22023' })
  })
})

const found = async (words: string, user: Parameters<typeof as>[0] = admin) =>
  (await as(user).query<{ id: string }>('select id from public.find_audit_log_records($1) as id', [words])).map(({ id }) => id)

describe('the search column of the audit log', () => {
  it('has the names and the short values of what changed, but no long texts', async () => {
    const long = `${'A text that is long. '.repeat(8)}It names a price.`
    const details = { name: 'Pain in labour', count: 3, changes: { fee: [3000, 7431], body: [null, long] } }
    const [row] = await as(owner).query<{ found_in: string }>(
      `insert into public.audit_log (action, subject, details) values ('material.changed', 'x', $1) returning found_in`,
      [details],
    )
    expect(row?.found_in).toBe('material.changed x Pain in labour "count" 3 "fee" 3000 7431 "body" ')
  })
})

describe('find_audit_log_records', () => {
  it('finds logged records and actors by a part of their name in any case', async () => {
    const upload = await sendIn(ada, 'Splinting of a fracture')
    expect(await found('splinting OF')).toEqual([])
    await as(owner).change(
      `insert into public.audit_log (actor_id, action, subject) values ($1, 'review.approved', $2), ($1, 'account.deleted', $3)`,
      [ada.userId, upload.id, ada.profileId],
    )
    expect(await found('splinting OF')).toEqual([upload.id])
    expect((await found(' ada o ')).toSorted()).toEqual([ada.profileId, ada.userId].toSorted())
    expect(await found('fracture splint')).toEqual([upload.id])
    expect(await found('fracture nobody')).toEqual([])
    expect(await found('100%_')).toEqual([])
  })

  it('finds an actor by a part of the email address', async () => {
    const actor = await signUp('acting@example.com')
    const search = () => found('Acting@exam')
    expect(await search()).toEqual([])
    await as(owner).change(`insert into public.audit_log (actor_id, action, subject) values ($1, 'demo.removed', 'x')`, [
      actor.userId,
    ])
    expect(await search()).toEqual([actor.userId])
  })

  it('returns the fifty records with the newest entries', async () => {
    await as(owner).change(
      `with new as (
         insert into public.topics_directory (topic) select 'Fifty of ' || n from generate_series(1, 51) n
         returning id, topic
       )
       insert into public.audit_log (action, subject)
       select 'topic.added', id::text from new order by substring(topic from '\\d+')::integer`,
    )
    const topics = await as(owner).query<{ topic: string }>(
      `select t.topic from unnest($1::uuid[]) with ordinality f (id, place) join public.topics_directory t using (id) order by place`,
      [await found('fifty of')],
    )
    expect(topics.map(({ topic }) => topic)).toEqual(Array.from({ length: 50 }, (_, n) => `Fifty of ${51 - n}`))
  })

  it('is for owners only', async () => {
    await expect(found('Ada', ada)).rejects.toMatchObject({ code: '42501' })
    for (const user of [visitor, secretKey]) {
      await expect(found('Ada', user)).rejects.toMatchObject(noGrant)
    }
    await as(owner).change(`update public.profiles set admin_roles = '{money,reviewer,editor}' where id = $1`, [admin.profileId])
    await expect(found('Ada')).rejects.toMatchObject({ code: '42501', hint: 'admin_role' })
    await as(owner).change(`update public.profiles set admin_roles = '{owner}' where id = $1`, [admin.profileId])
  })
})

describe('audit_log_actors', () => {
  it('lists each account with entries once, and is for owners only', async () => {
    const actors = () => as(admin).query<{ id: string; name: string | null }>('select * from public.audit_log_actors()')
    const gone = randomUUID()
    for (const actor of [gone, gone, ada.userId, null]) {
      await as(owner).query(`insert into public.audit_log (actor_id, action, subject) values ($1, 'test.done', 'x')`, [actor])
    }
    const listed = await actors()
    expect(listed).toContainEqual({ id: ada.userId, name: 'Ada Obi' })
    expect(listed.at(-1)).toEqual({ id: gone, name: null })
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    await expect(as(ada).query('select public.audit_log_actors()')).rejects.toMatchObject({ code: '42501' })
  })
})

it('the search column has the names and the values of what changed', async () => {
  await as(owner).query(
    `insert into public.audit_log (action, subject, details)
     values ('test.searched', 'x', '{"changes": {"price": [2000, 2500]}}')`,
  )
  const rows = await as(admin).query(
    `select action from public.audit_log where found_in ilike '%"price"%' and found_in ilike '%2500%' and action like 'test.%'`,
  )
  expect(rows).toEqual([{ action: 'test.searched' }])
})
