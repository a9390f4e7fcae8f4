// public.shop_window: the products of the home page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Window = {
  is_most_opened: boolean
  products: { slug: string }[]
  free: { slug: string }[]
  works: number
  free_works: number
  outlines: number
}

async function getWindow(user = visitor): Promise<Window> {
  const [row] = await as(user).query<{ content: Window }>(`select public.shop_window() as content`)
  if (!row) {
    throw new Error('shop_window returned nothing')
  }
  return row.content
}

type Options = { price?: number; sample?: boolean; published?: boolean; hasFile?: boolean; category?: string }

/** Adds a material that was published `age` days ago. */
const add = (slug: string, age: number, options: Options = {}) => {
  const { price = 1500, sample = false, published = true, hasFile = true, category = 'seminar' } = options
  return as(owner).change(
    `insert into public.research_materials (slug, title, subject_area, category, price, selar_link, is_sample, published_at)
     values ($1, $1, 'Midwifery', $2, $3, case when $4 then 'https://selar.co/' || $1 end, $5,
             case when $6 then now() - $7 * interval '1 day' end)`,
    [slug, category, price, hasFile, sample, published, age],
  )
}

const open = (slug: string, views: number, age = 0) =>
  as(owner).change(
    `insert into public.views_and_clicks (material_id, day, views)
     select id, (now() at time zone 'Africa/Lagos')::date - $3::integer, $2 from public.research_materials where slug = $1`,
    [slug, views, age],
  )

const getSlugs = (cards: { slug: string }[]) => cards.map(({ slug }) => slug)

describe('the shop window', () => {
  it('is empty in an empty shop', async () => {
    expect(await getWindow()).toEqual({
      is_most_opened: false,
      products: [],
      free: [],
      works: 0,
      free_works: 0,
      outlines: 0,
    })
  })

  describe('with products', () => {
    beforeAll(async () => {
      for (let age = 1; age <= 9; age += 1) {
        await add(`work-${age}`, age)
      }
      await add('linked', 20)
      await add('free-guide', 30, { price: 0 })
      await add('without-file', 0, { hasFile: false })
      await add('outline', 0, { sample: true, price: 0, hasFile: false })
      await add('sample', 0, { sample: true })
      await add('hidden', 0, { published: false })
    })

    it('shows the newest products with a file when few were opened', async () => {
      await open('work-9', 50)
      const { is_most_opened, products } = await getWindow()
      expect(is_most_opened).toBe(false)
      expect(getSlugs(products)).toEqual(['work-1', 'work-2', 'work-3', 'work-4', 'work-5', 'work-6', 'work-7', 'work-8'])
    })

    it('shows free products with a file, and counts works and outlines apart', async () => {
      const { free, works, free_works, outlines } = await getWindow()
      expect(getSlugs(free)).toEqual(['free-guide'])
      expect({ works, free_works, outlines }).toEqual({ works: 13, free_works: 1, outlines: 1 })
    })

    it('shows the eight most opened products of the last 28 days, as the marketplace does', async () => {
      await open('hidden', 900)
      await open('sample', 900)
      await open('without-file', 900)
      await open('work-1', 900, 28)
      for (const [slug, views] of [
        ['linked', 40],
        ['work-3', 30],
        ['work-4', 25],
        ['work-5', 20],
        ['work-6', 15],
        ['work-7', 10],
        ['work-8', 5],
        ['work-2', 1],
      ] as const) {
        await open(slug, views, 27)
      }
      const { is_most_opened, products } = await getWindow()
      expect(is_most_opened).toBe(true)
      expect(getSlugs(products)).toEqual(['work-9', 'linked', 'work-3', 'work-4', 'work-5', 'work-6', 'work-7', 'work-8'])
      await as(owner).change(`update public.research_materials set published_at = null where slug = 'without-file'`)
      const [marketplace] = await as(visitor).query<{ page: { materials: { slug: string }[] } }>(
        `select public.search_materials('', '{}', 'opened', 8) as page`,
      )
      expect(getSlugs(marketplace?.page.materials ?? [])).toEqual(getSlugs(products))
    })

    it('shows the most opened of each category before the second of one', async () => {
      await add('care-1', 1, { category: 'client_care_study' })
      await add('care-2', 1, { category: 'client_care_study' })
      await open('care-1', 12)
      await open('care-2', 3)
      const { products } = await getWindow()
      expect(getSlugs(products)).toEqual(['work-9', 'care-1', 'linked', 'care-2', 'work-3', 'work-4', 'work-5', 'work-6'])
    })

    it('is the same for every caller and does not reveal numbers of views', async () => {
      const shown = await getWindow()
      for (const user of [ada, secretKey, admin]) {
        expect(await getWindow(user)).toEqual(shown)
      }
      expect(JSON.stringify(shown)).not.toMatch(/views|clicks/)
    })
  })
})
