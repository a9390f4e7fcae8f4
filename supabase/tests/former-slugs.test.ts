// former_slugs: a shared address redirects to its material or post for users who may read it; only triggers write the
// table.
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, as, stop } = await gatherPeople()
afterAll(stop)

describe.each([
  { table: 'research_materials', column: 'material_id', insert: `(slug, title, category) values ($1, 'A title', 'seminar')` },
  { table: 'blog_posts', column: 'post_id', insert: `(slug, post_title) values ($1, 'A title')` },
])('former slugs of $table', ({ table, column, insert }) => {
  const add = async (slug: string) => {
    const [row] = await as(admin).query<{ id: string }>(`insert into public.${table} ${insert} returning id`, [slug])
    return row?.id ?? ''
  }
  const rename = (id: string, slug: string) => as(admin).change(`update public.${table} set slug = $2 where id = $1`, [id, slug])
  const publish = (id: string) => as(admin).change(`update public.${table} set published_at = now() where id = $1`, [id])
  const leadsTo = async (user: Parameters<typeof as>[0], slug: string) =>
    (
      await as(user).query(`select ${column} as id from public.former_slugs where slug = $1 and ${column} is not null`, [slug])
    ).map(({ id }) => id)

  it('lead to their record after every change', async () => {
    const id = await add('first-name')
    await publish(id)
    await rename(id, 'second-name')
    await rename(id, 'third-name')
    for (const user of [visitor, ada, admin, secretKey]) {
      expect(await leadsTo(user, 'first-name')).toEqual([id])
      expect(await leadsTo(user, 'second-name')).toEqual([id])
      expect(await leadsTo(user, 'third-name')).toEqual([])
    }
  })

  it('of drafts are hidden from visitors and students', async () => {
    const id = await add('quiet-one')
    await rename(id, 'quiet-two')
    expect([await leadsTo(visitor, 'quiet-one'), await leadsTo(ada, 'quiet-one')]).toEqual([[], []])
    expect(await leadsTo(admin, 'quiet-one')).toEqual([id])
  })

  it('lead to the record that uses the slug again', async () => {
    const id = await add('left-behind')
    await publish(id)
    await rename(id, 'moved-on')
    await rename(id, 'left-behind')
    expect(await leadsTo(admin, 'left-behind')).toEqual([])
    await rename(id, 'moved-again')
    const other = await add('left-behind')
    expect(await leadsTo(admin, 'left-behind')).toEqual([])
    await rename(other, 'also-gone')
    expect(await leadsTo(admin, 'left-behind')).toEqual([other])
  })

  it('cannot be written directly', async () => {
    const id = await add('by-hand')
    for (const user of [visitor, ada, admin]) {
      await expect(
        as(user).change(`insert into public.former_slugs (slug, ${column}) values ('forged', $1)`, [id]),
      ).rejects.toMatchObject(noGrant)
      await expect(as(user).change(`update public.former_slugs set slug = 'forged'`)).rejects.toMatchObject(noGrant)
      await expect(as(user).change(`delete from public.former_slugs`)).rejects.toMatchObject(noGrant)
    }
  })
})
