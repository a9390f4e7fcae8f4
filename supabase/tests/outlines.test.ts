// Outlines are in lists and searches, but no count of works includes them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { visitor, owner, as, stop } = await gatherPeople()
afterAll(stop)

beforeAll(async () => {
  await as(owner).change(
    `insert into public.research_materials (slug, title, category, price, is_sample, selar_link, published_at) values
       ('work', 'Suctioning on the ward', 'seminar', 500, false, null, now()),
       ('outline', 'Suctioning at home', 'seminar', 0, true, null, now()),
       ('sample', 'Suctioning at school', 'seminar', 500, true, 'https://selar.com/a', now())`,
  )
})

type Found = { total: number; materials: { slug: string }[]; facets: { category: Record<string, number> } }

async function find(
  search: string,
  filters = '{}',
): Promise<{ slugs: string[]; total: number; counts: Found['facets']['category'] }> {
  const [row] = await as(visitor).query<{ found: Found }>('select public.search_materials($1, $2) as found', [search, filters])
  const found = row?.found ?? expect.fail('no result')
  return { slugs: found.materials.map(({ slug }) => slug).toSorted(), total: found.total, counts: found.facets.category }
}

it.each(['', 'suctioning'])('counts outlines as a category of their own in a search for "%s"', async (search) => {
  const { slugs, total, counts } = await find(search)
  expect(slugs).toEqual(['outline', 'sample', 'work'])
  expect(total).toBe(3)
  expect(counts).toEqual({ seminar: 2, outline: 1 })
})

it.each(['', 'suctioning'])('filters works and outlines apart in a search for "%s"', async (search) => {
  expect((await find(search, '{"categories": ["seminar"]}')).slugs).toEqual(['sample', 'work'])
  expect((await find(search, '{"categories": ["outline"]}')).slugs).toEqual(['outline'])
})

it('finds an outline by its kind', async () => {
  expect((await find('seminar on suctioning')).slugs).toContain('outline')
})

it('updates the counts when an outline goes on sale', async () => {
  await as(owner).change(
    `update public.research_materials set selar_link = 'https://selar.com/b', price = 700 where slug = 'outline'`,
  )
  expect((await find('suctioning')).counts).toEqual({ seminar: 3 })
  await as(owner).change(`update public.research_materials set selar_link = null, price = 0 where slug = 'outline'`)
  expect((await find('')).counts).toEqual({ seminar: 2, outline: 1 })
})
