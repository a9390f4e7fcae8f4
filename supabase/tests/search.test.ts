// public.search_materials: published research_materials only, by words as people type them, a page at a time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, operator, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Found = { id: string; slug: string; title: string; total: string | number; forgiving: boolean }

const search = (
  words: string | null,
  options: { category?: string[]; after?: string; size?: number | null; person?: typeof visitor } = {},
) =>
  as(options.person ?? visitor).query<Found>(`select * from public.search_materials($1, $2, $3, $4)`, [
    words,
    options.category ?? null,
    options.after ?? null,
    options.size === undefined ? 24 : options.size,
  ])
const titles = async (words: string) => (await search(words)).map((row) => row.title)
/** Titles with exact matches; none when the search was forgiving. */
const exactly = async (words: string) => (await search(words)).filter((row) => !row.forgiving).map((row) => row.title)

const works = {
  hypertension: 'Adherence to drugs among clients with hypertension in Enugu',
  breastfeeding: 'Exclusive breastfeeding among primiparous mothers in Akwa Ibom',
  paediatric: 'Pain assessment in the paediatric ward',
  pediatric: 'Play in pediatric nursing',
  accents: 'Antenatal booking at Ìbàdàn and Ọ̀ṣogbo, a café study',
  slash: 'Knowledge/attitude of nurses to COVID-19 vaccines',
  signs: '100% off_label use, (a*b) "quoted"',
  eclampsia: 'Care of a client with pre-eclampsia',
}

beforeAll(async () => {
  for (const title of Object.values(works)) {
    await add(title, {})
  }
  await add('Unpublished hypertension in Enugu', { published: false })
  await add('Handwashing', {
    category: 'seminar',
    subject: 'Infection control',
    preview: '# Chapter one\nMicroorganisms on stethoscopes.',
  })
})

async function add(title: string, row: { published?: boolean; category?: string; subject?: string; preview?: string }) {
  await as(operator).change(
    `insert into public.research_materials (slug, title, category, subject_area, chapter_one_preview, published_at)
     values ('m-' || gen_random_uuid(), $1, $2, $3, $4, case when $5 then now() end)`,
    [title, row.category ?? 'research_project', row.subject ?? 'Nursing', row.preview ?? null, row.published ?? true],
  )
}

describe('who may search', () => {
  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an operator', operator],
    ['the secret key', secretKey],
  ])('%s finds published materials and no others', async (_who, person) => {
    const found = await search('hypertension', { person })
    expect(found.map((row) => row.title)).toEqual([works.hypertension])
    expect((await search('', { person, size: 100 })).map((row) => row.title)).not.toContain('Unpublished hypertension in Enugu')
    expect((await search('unpublishd hypertention', { person })).map((row) => row.title)).not.toContain(
      'Unpublished hypertension in Enugu',
    )
  })

  it('what is hidden again is found no more, and neither under its old name after a change', async () => {
    await add('Vanishing tracheostomy', {})
    expect(await exactly('tracheostomy')).toHaveLength(1)
    await as(operator).change(
      `update public.research_materials set title = 'Renamed colostomy' where title = 'Vanishing tracheostomy'`,
    )
    expect(await exactly('tracheostomy')).toEqual([])
    expect(await exactly('colostomy')).toEqual(['Renamed colostomy'])
    await as(operator).change(`update public.research_materials set published_at = null where title = 'Renamed colostomy'`)
    expect(await titles('colostomy')).toEqual([])
    await as(owner).change(`delete from public.research_materials where title = 'Renamed colostomy'`)
    expect(await as(owner).query(`select 1 from private.material_search_documents where title_words like '%colostomy%'`)).toEqual(
      [],
    )
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an operator', operator],
  ])('%s reads nothing of what the search is made from', async (_who, person) => {
    for (const sql of [
      `select * from private.material_search_documents`,
      `select * from private.search_abbreviations`,
      `select private.search_query('a')`,
      `select private.search_words('a')`,
    ]) {
      await expect(as(person).query(sql), sql).rejects.toMatchObject(noGrant)
    }
  })
})

describe('words as people type them', () => {
  it.each([
    ['HYPERTENSION', works.hypertension],
    ['client drug', works.hypertension],
    ['  enugu,hypertension!! ', works.hypertension],
    ['breastfeed mother', works.breastfeeding],
    ['HTN', works.hypertension],
    ['htn enugu', works.hypertension],
    ['EBF', works.breastfeeding],
    ['anc ibadan', works.accents],
    ['IBADAN', works.accents],
    ['Ìbàdàn', works.accents],
    ['osogbo', works.accents],
    ['Ọ̀ṣogbo', works.accents],
    ['O\u0323\u0300s\u0323ogbo', works.accents],
    ['cafe', works.accents],
    ['attitude nurses', works.slash],
    ['knowledge/attitude', works.slash],
    ['covid-19', works.slash],
    ['COVID 19', works.slash],
    ['pre-eclampsia', works.eclampsia],
    ['eclampsia', works.eclampsia],
    ['infection', 'Handwashing'],
    ['stethoscope', 'Handwashing'],
    ['seminar handwashing', 'Handwashing'],
  ])('%j finds %j to the letter', async (words, title) => {
    expect(await exactly(words)).toEqual([title])
  })

  it.each(['paeds', 'peds', 'paediatric', 'pediatrics'])('%s finds both spellings', async (words) => {
    expect(await exactly(words)).toEqual([works.paediatric, works.pediatric])
  })

  it.each([
    ['hypertention', works.hypertension],
    ['brestfeeding', works.breastfeeding],
    ['exclusiv brestfeding', works.breastfeeding],
    ['ibadann', works.accents],
    ['Ìbàdànn', works.accents],
    ['preeclampsia', works.eclampsia],
  ])('the slip %j finds %j, and says that it guessed', async (words, title) => {
    const found = await search(words)
    expect(found.map((row) => row.title)).toContain(title)
    expect(found.every((row) => row.forgiving)).toBe(true)
  })

  it('every word must be met', async () => {
    expect(await exactly('hypertension breastfeeding')).toEqual([])
  })

  it('what is nothing like a title finds nothing', async () => {
    expect(await titles('xylophone quartet')).toEqual([])
  })
})

describe('signs are signs', () => {
  it.each(['%', '_', '*', "'", '"', '\\', '()', ':*', '&', '|', '!', '<->', '%%%', '{}', '\u202E', '🩺', "';--"])(
    '%j finds nothing by itself',
    async (words) => {
      expect(await titles(words)).toEqual([])
    },
  )

  it.each([
    "'),or=(published_at.is.null",
    'hypertension:* | breastfeeding',
    'hypertension | breastfeeding',
    '!hypertension',
    `hypertension' or '1'='1`,
    'hypertension & (breastfeeding',
  ])('%j is words and no syntax', async (words) => {
    const found = await titles(words)
    expect(found).not.toContain('Unpublished hypertension in Enugu')
    expect(found.length).toBeLessThan(3)
  })

  it.each(['hyper%', 'hyper*', 'hyper_ension', '%tension', 'hyper:*'])('%j is no pattern', async (words) => {
    expect(await exactly(words)).toEqual([])
  })

  it('signs in a title do not keep it from being found', async () => {
    expect(await exactly('100% off_label (a*b)')).toEqual([works.signs])
    expect(await exactly('"quoted"')).toEqual([works.signs])
  })

  it('words that mean nothing to a search are guesses at most', async () => {
    expect(await exactly('the of and')).toEqual([])
  })

  it('a very long search is answered by its beginning', async () => {
    expect(await exactly(`hypertension ${'enugu '.repeat(200_000)}`)).toEqual([works.hypertension])
    expect(await titles('x'.repeat(1_000_000))).toEqual([])
  })
})

describe('categories and pages', () => {
  const many = 60

  beforeAll(async () => {
    // Titles that repeat, so that a page can end between two of the same name.
    await as(operator).change(
      `insert into public.research_materials (slug, title, category, published_at)
       select 'series-' || n, 'Series on lassa ' || n / 7, case when n % 2 = 0 then 'proposal' else 'thesis' end, now() from generate_series(1, $1::int) n`,
      [many],
    )
  })

  /** Reads all pages of a search, one after the other. */
  async function allPages(words: string, size: number) {
    const pages: Found[][] = []
    for (let after: string | undefined; ; after = pages.at(-1)?.at(-1)?.id) {
      const page = await search(words, { after, size })
      if (page.length === 0) {
        return pages
      }
      pages.push(page)
      if (pages.length > many) {
        throw new Error('The pages never end')
      }
    }
  }

  it.each([1, 7, 24, 100])('pages of %i neither leave out nor repeat', async (size) => {
    const pages = await allPages('lassa', size)
    const found = pages.flat()
    expect(new Set(found.map((row) => row.id)).size).toBe(many)
    expect(found).toHaveLength(many)
    expect(pages).toHaveLength(Math.ceil(many / size))
    const [inOrder] = await as(owner).query<{ ids: string[] }>(
      `select array_agg(id order by title, id) as ids from public.research_materials where slug like 'series-%'`,
    )
    expect(found.map((row) => row.id)).toEqual(inOrder?.ids)
  })

  it('the total counts all pages, on each of them', async () => {
    for (const page of await allPages('lassa', 25)) {
      expect(page.map((row) => Number(row.total))).toEqual(page.map(() => many))
    }
    const [published] = await as(owner).query<{ total: number }>(
      `select count(*)::int as total from public.research_materials where published_at is not null`,
    )
    expect(Number((await search('', { size: 1 }))[0]?.total)).toBe(published?.total)
  })

  it('a page goes on where a material that was hidden meanwhile had ended it', async () => {
    const [first] = await search('lassa', { size: 1 })
    const next = await search('lassa', { size: 3, after: first?.id })
    await as(operator).change(`update public.research_materials set published_at = null where id = $1`, [first?.id])
    expect((await search('lassa', { size: 3, after: first?.id })).map((row) => row.id)).toEqual(next.map((row) => row.id))
    await as(operator).change(`update public.research_materials set published_at = now() where id = $1`, [first?.id])
  })

  it('after a material that is not there comes nothing', async () => {
    expect(await search('', { after: '00000000-0000-4000-8000-000000000000' })).toEqual([])
  })

  it('no search lists everything by title', async () => {
    for (const words of ['', '   ', null]) {
      const found = await search(words, { size: 100 })
      const [published] = await as(owner).query<{ titles: string[] }>(
        `select array_agg(title order by title, id) as titles from public.research_materials where published_at is not null`,
      )
      expect(found.map((row) => row.title)).toEqual(published?.titles)
    }
  })

  it('a category narrows, several widen, an unknown one finds nothing', async () => {
    expect(await search('lassa', { category: ['proposal'], size: 100 })).toHaveLength(many / 2)
    expect(await search('lassa', { category: ['proposal', 'thesis'], size: 100 })).toHaveLength(many)
    expect(await search('lassa', { category: ['no such'], size: 100 })).toEqual([])
    expect(await search('lassa', { category: [], size: 100 })).toEqual([])
  })

  it('a word that only another category has is not guessed into this one', async () => {
    const found = await search('handwashing', { category: ['thesis'] })
    expect(found.map((row) => row.title)).not.toContain('Handwashing')
  })

  it.each([
    [0, 1],
    [-5, 1],
    [null, 24],
    [100, 100],
    [1_000_000, 100],
  ])('a page of %j is one of %i', async (asked, given) => {
    await as(operator).change(
      `insert into public.research_materials (slug, title, category, published_at)
       select 'bulk-' || n, 'Bulk ' || n, 'thesis', now() from generate_series(1, 120) n on conflict do nothing`,
    )
    expect(await search('', { size: asked })).toHaveLength(given)
  })
})
