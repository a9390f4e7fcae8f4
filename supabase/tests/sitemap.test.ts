// Parts of the sitemap: published materials only, ten thousand per part.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { visitor, ada, owner, as, withoutTriggers, stop } = await gatherPeople()
afterAll(stop)

const part = async (number: number, who = visitor) => {
  const [read] = await as(who).query<{ slugs: string[]; changed: string[] }>(
    `select slugs, changed from public.sitemap_materials(${number})`,
  )
  return read ?? { slugs: [], changed: [] }
}

beforeAll(() =>
  withoutTriggers(() =>
    as(owner).change(
      `insert into public.research_materials (slug, title, subject_area, category, price, published_at, deleted_at)
       select 'part-' || at, 'Material number ' || at, 'Community health', 'thesis', 3500,
              case when at > 10010 then null else now() end, case when at > 10020 then now() end
         from generate_series(1, 10030) at`,
    ),
  ),
)

it('sitemap_materials returns each published material once without drafts and deleted ones', async () => {
  const [first, second, third] = [await part(1), await part(2), await part(3)]
  expect([first.slugs.length, second.slugs.length, third.slugs.length]).toEqual([10_000, 10, 0])
  const all = new Set([...first.slugs, ...second.slugs])
  expect(all.size).toBe(10_010)
  expect([...all].filter((slug) => Number(slug.slice('part-'.length)) > 10_010)).toEqual([])
  expect(first.changed).toHaveLength(10_000)
})

it('sitemap_parts returns the number of parts to visitors and students', async () => {
  for (const who of [visitor, ada]) {
    expect(await as(who).query(`select public.sitemap_parts() as parts`)).toEqual([{ parts: 2 }])
  }
})

it.each([0, -1, 2_147_483_647])('sitemap_materials accepts the part %d', async (number) => {
  expect((await part(number)).slugs.length).toBe(number > 1 ? 0 : 10_000)
})
