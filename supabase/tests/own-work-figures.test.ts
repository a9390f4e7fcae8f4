// public.own_work_figures: what a student sees of the sales and views of their own works.
import { afterAll, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { gatherPeople, noGrant, type CurrentUser } from './people.ts'

const people = await gatherPeople()
const { ada, bola, visitor, secretKey, owner, as, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

const read = (user: CurrentUser) =>
  as(user).query(
    `select upload_id, sales::int, share_kobo::int, views::int, sources, ratings, is_withheld from public.own_work_figures()`,
  )

it('own_work_figures returns sales, share, recent views and ratings of own works', async () => {
  const { id: material, upload } = await shop.work()
  expect(await read(ada)).toEqual([
    { upload_id: upload, sales: 0, share_kobo: 0, views: 0, sources: [], ratings: 0, is_withheld: false },
  ])
  await shop.paid({ material, email: 'one@mail.ng' })
  await shop.paid({ material, email: 'two@mail.ng' })
  await as(owner).change(
    `insert into public.views_and_clicks (material_id, day, source, views)
     select $1, (now() at time zone 'Africa/Lagos')::date - back, source::public.visit_source, seen
       from (values (0, 'typed', 5), (0, 'whatsapp', 5), (27, 'whatsapp', 10), (28, 'google', 10)) v (back, source, seen)
     on conflict (material_id, day, source) do update set views = excluded.views`,
    [material],
  )
  // A work that left the shop has them too.
  await as(owner).change(`update public.research_materials set published_at = null where id = $1`, [material])
  expect(await read(ada)).toEqual([
    {
      upload_id: upload,
      sales: 2,
      share_kobo: 350_000,
      views: 20,
      sources: [
        { source: 'whatsapp', views: 15 },
        { source: 'typed', views: 5 },
      ],
      ratings: 0,
      is_withheld: false,
    },
  ])
})

it('own_work_figures returns nothing of others', async () => {
  expect(await read(bola)).toEqual([])
  await expect(read(visitor)).rejects.toMatchObject(noGrant)
  await expect(read(secretKey)).rejects.toMatchObject(noGrant)
})
