// public.saved_works: each student's own list, which nobody else reads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, owner, as, stop } = await gatherPeople()
afterAll(stop)

const materials = new Map<string, string>()
beforeAll(async () => {
  for (const [slug, when] of [...Array.from({ length: 43 }, (_, at) => [`work-${at}`, '2026-01-01']), ['draft', null]]) {
    const [row] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category, published_at) values ($1, $1, 'seminar', $2) returning id`,
      [slug, when],
    )
    materials.set(slug ?? '', row?.id ?? '')
  }
})

const save = (user: CurrentUser, ...slugs: string[]) =>
  as(user).change(`insert into public.saved_works (material_id) select unnest($1::uuid[]) on conflict do nothing`, [
    slugs.map((slug) => materials.get(slug) ?? ''),
  ])
const list = async (user: CurrentUser) =>
  (
    await as(user).query<{ slug: string }>(
      `select m.slug from public.saved_works s join public.research_materials m on m.id = s.material_id order by s.place desc`,
    )
  ).map(({ slug }) => slug)

describe('saved works', () => {
  it('are read by their student only', async () => {
    await save(ada, 'work-1', 'work-2')
    expect(await list(ada)).toEqual(['work-2', 'work-1'])
    expect(await list(bola)).toEqual([])
    expect(await list(admin)).toEqual([])
    await expect(as(visitor).query('select 1 from public.saved_works')).rejects.toMatchObject(noGrant)
  })

  it('stay as they are when a work is saved twice', async () => {
    await save(ada, 'work-1')
    expect(await list(ada)).toEqual(['work-2', 'work-1'])
  })

  it('are removed by their student only', async () => {
    const remove = (user: CurrentUser) =>
      as(user).change('delete from public.saved_works where material_id = $1', [materials.get('work-1')])
    await remove(bola)
    await remove(admin)
    expect(await list(ada)).toContain('work-1')
    await remove(ada)
    expect(await list(ada)).toEqual(['work-2'])
  })

  it('cannot be written for another student, with another time, or for a draft', async () => {
    const work = materials.get('work-3')
    for (const [column, value] of [
      ['profile_id', bola.profileId],
      ['saved_at', '2020-01-01'],
    ]) {
      await expect(
        as(ada).change(`insert into public.saved_works (material_id, ${column}) values ($1, $2)`, [work, value]),
      ).rejects.toMatchObject(noGrant)
    }
    await expect(save(ada, 'draft')).rejects.toMatchObject(noPolicy)
    await expect(as(ada).change('update public.saved_works set saved_at = now()')).rejects.toMatchObject(noGrant)
    await expect(save(visitor, 'work-3')).rejects.toMatchObject(noGrant)
  })

  it('are at most 40, the newest', async () => {
    await save(bola, 'work-0')
    await save(bola, ...Array.from({ length: 42 }, (_, at) => `work-${at + 1}`))
    const saved = await list(bola)
    expect(saved).toHaveLength(40)
    expect(saved[0]).toBe('work-42')
    expect(saved).not.toContain('work-0')
    expect(await list(ada)).toEqual(['work-2'])
  })

  it('are deleted with the account', async () => {
    const count = async () =>
      (
        await as(owner).query<{ n: number }>('select count(*)::int as n from public.saved_works where profile_id = $1', [
          ada.profileId,
        ])
      )[0]?.n
    expect(await count()).toBe(1)
    await as(owner).query('delete from auth.users where id = $1', [ada.userId])
    expect(await count()).toBe(0)
  })
})
