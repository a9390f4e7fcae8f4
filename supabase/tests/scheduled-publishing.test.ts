// Drafts with publish_at: hidden from the public in lists, search and sitemap until publish_scheduled has run at that time.
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant, noPolicy } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

const tables = [
  { table: 'research_materials', kind: 'material', name: 'title', needs: { slug: `'m-planned'`, category: `'seminar'` } },
  { table: 'writing_services', kind: 'service', name: 'service_name', needs: { service_type: `'editing'` } },
  { table: 'blog_posts', kind: 'post', name: 'post_title', needs: { slug: `'p-planned'` } },
  { table: 'courses', kind: 'course', name: 'title', needs: { category: `'midwifery'` } },
] as const

/** Assignments that publish and unpublish a row. A course has a status instead of a time. */
const shows = (table: string) => (table === 'courses' ? `status = 'active'` : 'published_at = now()')
const hides = (table: string) => (table === 'courses' ? `status = 'draft'` : 'published_at = null')

const publish = async (who = secretKey) => {
  const [row] = await as(who).query<{ it: string[] }>('select public.publish_scheduled() as it')
  return row?.it
}

describe.each(tables)('$table', ({ table, kind, name, needs }) => {
  const insert = (title: string, publishAt: string) =>
    as(admin).change(
      `insert into public.${table} (${name}, publish_at, ${Object.keys(needs).join(', ')})
       values ($1, ${publishAt}, ${Object.values(needs).join(', ')})`,
      [title],
    )
  const seen = async (who: Parameters<typeof as>[0]) =>
    (await as(who).query(`select 1 from public.${table} where ${name} = 'Planned zobowort'`)).length
  const update = (assignments: string) =>
    as(admin).change(`update public.${table} set ${assignments} where ${name} = 'Planned zobowort'`)
  // The search runs with its owner's rights, so row security does not hide drafts from it.
  const found = async () =>
    JSON.stringify((await as(visitor).query<{ it: unknown }>(`select public.search_all('zobowort') as it`))[0]?.it)
  const plan = `now() + interval '1 day'`

  it('hides a planned draft from the public until its time', async () => {
    await insert('Planned zobowort', plan)
    expect(await publish()).toEqual([])
    expect([await seen(visitor), await seen(ada), await seen(admin)]).toEqual([0, 0, 1])
    expect(await found()).not.toContain('Planned zobowort')
  })

  it('cannot be published early or planned by a student', async () => {
    expect(await as(ada).change(`update public.${table} set publish_at = now() where ${name} = 'Planned zobowort'`)).toBe(0)
    await expect(publish(ada)).rejects.toMatchObject(noGrant)
    await expect(publish(visitor)).rejects.toMatchObject(noGrant)
    await expect(
      as(ada).change(
        `insert into public.${table} (${name}, publish_at, ${Object.keys(needs).join(', ')})
         values ('Forged', now(), ${Object.values(needs).join(', ')})`,
      ),
    ).rejects.toMatchObject(noPolicy)
  })

  it('loses its time when it is published or deleted', async () => {
    const time = async () =>
      (
        await as(owner).query<{ publish_at: Date | null }>(
          `select publish_at from public.${table} where ${name} = 'Planned zobowort'`,
        )
      )[0]?.publish_at
    await update(shows(table))
    expect(await time()).toBeNull()
    await update(`${hides(table)}, publish_at = ${plan}`)
    expect(await time()).not.toBeNull()
    await update('deleted_at = now()')
    expect(await time()).toBeNull()
    await update('deleted_at = null')
    expect(await seen(visitor)).toBe(0)
  })

  it('becomes public and searchable at its time, once, with an entry in the audit log', async () => {
    await update(`publish_at = now() - interval '1 second'`)
    expect(await seen(visitor)).toBe(0)
    expect(await publish()).toEqual([kind])
    expect(await publish()).toEqual([])
    expect([await seen(visitor), await seen(ada)]).toEqual([1, 1])
    expect(await found()).toContain('Planned zobowort')
    const log = await as(owner).query(`select actor_id from public.audit_log where action = $1 and details ? 'scheduled'`, [
      `${kind}.published`,
    ])
    expect(log).toEqual([{ actor_id: null }])
    await as(admin).change(`update public.${table} set deleted_at = now() where ${name} = 'Planned zobowort'`)
  })
})

it('a row that is shown has no time, whatever a caller sends', async () => {
  await as(admin).change(
    `insert into public.writing_services (service_name, service_type, published_at, publish_at)
     values ('Both', 'editing', now(), now() + interval '1 day')`,
  )
  expect(await as(owner).query(`select publish_at from public.writing_services where service_name = 'Both'`)).toEqual([
    { publish_at: null },
  ])
})

it('puts a planned material into the sitemap only after it is published', async () => {
  const slugs = async () =>
    (await as(visitor).query<{ slugs: string[] }>('select slugs from public.sitemap_materials(1)'))[0]?.slugs ?? []
  await as(admin).change(
    `insert into public.research_materials (slug, title, category, publish_at)
     values ('planned-map', 'Planned map', 'seminar', now() - interval '1 second')`,
  )
  expect(await slugs()).not.toContain('planned-map')
  await publish()
  expect(await slugs()).toContain('planned-map')
})

it('holds a planned material back until it can be bought, and lists it in Today from its time', async () => {
  await as(admin).change(
    `insert into public.research_materials (slug, title, category, price, publish_at)
     values ('planned-priced', 'Planned with a price', 'seminar', 4000, now() + interval '1 day')`,
  )
  const change = (assignments: string) =>
    as(admin).change(`update public.research_materials set ${assignments} where slug = 'planned-priced'`)
  const due = async () =>
    await as(owner).query(
      `select is_published, since is not null as dated from private.due_links where title = 'Planned with a price'`,
    )
  expect(await due()).toEqual([])
  await change(`publish_at = now() - interval '1 second'`)
  expect(await publish()).toEqual([])
  expect(await due()).toEqual([{ is_published: false, dated: true }])
  await change(`selar_link = 'https://selar.com/planned'`)
  expect(await due()).toEqual([])
  expect(await publish()).toEqual(['material'])
})
