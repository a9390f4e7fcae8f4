// public.usual_prices: the prices of published research_materials of a category.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { ada, admin, visitor, secretKey, as, stop } = await gatherPeople()
afterAll(stop)

const add = (category: string, price: number, { published = true, sample = false } = {}) =>
  as(admin).change(
    `insert into public.research_materials (slug, title, category, price, is_sample, published_at)
     values ('m-' || gen_random_uuid(), 'A work', $1, $2, $3, case when $4 then now() end)`,
    [category, price, sample, published],
  )

beforeAll(async () => {
  for (const price of [1000, 1500, 2000, 2500, 3000, 3500, 4000, 90_000]) {
    await add('thesis', price)
  }
  await add('thesis', 0)
  await add('thesis', 50_000, { published: false })
  await add('thesis', 7000, { sample: true })
  await add('seminar', 800)
})

const prices = async (user = visitor) => as(user).query(`select * from public.usual_prices() order by category, is_sample`)

describe('usual prices', () => {
  it('are the quartiles of published priced works with samples separate', async () => {
    expect(await prices()).toEqual([
      { category: 'seminar', is_sample: false, works: 1, low: 800, high: 800 },
      { category: 'thesis', is_sample: false, works: 8, low: 1500, high: 3500 },
      { category: 'thesis', is_sample: true, works: 1, low: 7000, high: 7000 },
    ])
  })

  it('are the same for every caller', async () => {
    for (const user of [ada, secretKey, admin]) {
      expect(await prices(user)).toEqual(await prices())
    }
  })
})
