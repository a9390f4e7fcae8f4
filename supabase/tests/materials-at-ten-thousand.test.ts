// research_materials at ten thousand rows, queried as the console's list does: checked by the plan, because times mean
// nothing on a shared machine.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'
import { PAGE, getReading } from './plans.ts'

const { admin, owner, as, withoutTriggers, stop } = await gatherPeople()
afterAll(stop)

const rarely = 'at % 1000 = 0'
const list = (where: string) =>
  `select id, title, subject_area, category, price, selar_link, published_at, deleted_at, updated_at
     from public.research_materials where ${where} order by updated_at desc, id desc limit ${PAGE}`

const reading = (where: string) => getReading(as(admin), list(where))

beforeAll(async () => {
  await withoutTriggers(() =>
    as(owner).change(
      `insert into public.research_materials (slug, title, subject_area, category, price, selar_link, published_at, deleted_at, updated_at)
     select 'many-' || at, case when at = 77 then 'Kangaroo care in Calabar' else 'Material number ' || at end, 'Community health',
            case when ${rarely} then 'proposal' else 'thesis' end, 3500,
            case when ${rarely} then null else 'https://selar.com/' || at end,
            case when ${rarely} then null else now() end, case when at % 2500 = 1 then now() end,
            now() - at * interval '1 minute'
       from generate_series(1, 10000) at where at % 2500 <> 1
     union all
     select 'many-' || at, 'Deleted ' || at, '', 'thesis', 0, null, null, now(), now() - at * interval '1 minute'
       from generate_series(1, 10000) at where at % 2500 = 1`,
    ),
  )
  await as(owner).change(`analyze public.research_materials`)
})

it.each([
  ['the first page', `deleted_at is null`, 'research_materials_changed_idx'],
  ['what is on the site', `deleted_at is null and published_at is not null`, 'research_materials_changed_idx'],
  ['the drafts', `deleted_at is null and published_at is null`, 'research_materials_hidden_idx'],
  ['what waits for its link', `deleted_at is null and selar_link is null`, 'research_materials_waiting_for_link_idx'],
  ['what is deleted', `deleted_at is not null`, 'research_materials_deleted_idx'],
  ['a rare category', `deleted_at is null and category = 'proposal'`, 'research_materials_category_changed_idx'],
])('%s is read along an index with few extra rows', async (_what, where, index) => {
  expect(await reading(where)).toEqual({ along: expect.arrayContaining([index]), tooMuch: [] })
})

it('the last page costs as much as the first one', async () => {
  const [at] = await as(owner).query<{ updated_at: string; id: string }>(
    `select updated_at::text, id from public.research_materials where slug = 'many-9970'`,
  )
  // As app/platform/lists/keyset.server.ts queries.
  const plan = await reading(
    `deleted_at is null and updated_at <= '${at?.updated_at}' and (updated_at < '${at?.updated_at}' or (updated_at = '${at?.updated_at}' and id < '${at?.id}'))`,
  )
  expect(plan).toEqual({ along: ['research_materials_changed_idx'], tooMuch: [] })
})

it('a word of one material finds that material', async () => {
  const found = await as(admin).query(list(`deleted_at is null and title_and_subject ilike all (array['%kangaroo%'])`))
  expect(found).toMatchObject([{ title: 'Kangaroo care in Calabar' }])
})
