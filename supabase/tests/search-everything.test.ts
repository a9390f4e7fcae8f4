// public.search_all and public.suggest: global search over materials, topics, posts, courses and services, and
// suggestions while typing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { ada, admin, visitor, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Hit = { kind: string; title: string; key: string; label: string; price: number | null; exact: boolean; more: boolean }
type SearchResults = { hits: Hit[]; corrections: { typed: string; corrected: string }[] }

async function ask(words: string, verbatim = false): Promise<SearchResults> {
  const [row] = await as(visitor).query<{ answer: SearchResults }>(`select public.search_all($1, $2) as answer`, [
    words,
    verbatim,
  ])
  return row?.answer ?? { hits: [], corrections: [] }
}
const titles = async (words: string) => (await ask(words)).hits.map(({ title }) => title)

async function suggested(values: string): Promise<string[]> {
  const [row] = await as(visitor).query<{ words: string[] }>(`select public.suggest($1) as words`, [values])
  return row?.words ?? []
}

beforeAll(async () => {
  await as(admin).change(
    `insert into public.research_materials (slug, title, category, subject_area, price, published_at)
     select 'hygiene-' || n, 'Hand hygiene in ward ' || n, 'thesis', 'Infection Control', 1000, now() from generate_series(1, 5) n`,
  )
  await as(admin).change(
    `insert into public.topics_directory (topic, subject_area) values ('Hand hygiene of visitors', 'Infection Control')`,
  )
  await as(admin).change(
    `insert into public.blog_posts (slug, post_title, post_body, seo_keywords, published_at)
     values ('soap', 'Why soap wins', '<p>On hand&nbsp;hygiene and <b>sepsis</b>; sepsis again.</p>', 'hand hygiene, soap', now()),
            ('draft', 'Hand hygiene drafted', '<p>Not yet.</p>', null, null)`,
  )
  await as(admin).change(
    `insert into public.courses (title, category, description, price, status)
     values ('Clean hands in theatre', 'perioperative nursing', 'Hand hygiene, taught by Ada.', 500, 'active'),
            ('Hand hygiene closed', 'midwifery', null, 0, 'closed')`,
  )
  await as(admin).change(
    `insert into public.writing_services (service_name, service_type, benefits, published_at)
     values ('Proofreading of theses', 'editing', 'commas, spelling', now()), ('Hand hygiene hidden', 'custom', null, null)`,
  )
})

describe('global search', () => {
  it('returns the best three of each kind with the parts of their addresses', async () => {
    const { hits, corrections } = await ask('hand hygiene')
    expect(corrections).toEqual([])
    expect(hits.map(({ kind, key }) => (kind === 'c' ? kind : `${kind} ${key}`))).toEqual([
      'm hygiene-1',
      'm hygiene-2',
      'm hygiene-3',
      't Hand hygiene of visitors',
      'p soap',
      'c',
    ])
    expect(hits[0]).toMatchObject({ label: 'Infection Control', price: 1000, exact: true, more: true })
    expect(hits[3]).toMatchObject({ label: 'Infection Control', price: null, more: false })
    expect(hits[5]).toMatchObject({ title: 'Clean hands in theatre', label: 'perioperative nursing', price: 500 })
  })

  it('finds only public records and reflects changes immediately', async () => {
    expect(await titles('drafted')).toEqual([])
    expect(await titles('proofreading commas')).toEqual(['Proofreading of theses'])
    await as(admin).change(`update public.writing_services set service_name = 'Copyediting' where service_type = 'editing'`)
    expect(await titles('proofreading')).toEqual([])
    expect(await titles('copyediting')).toEqual(['Copyediting'])
    await as(admin).change(`update public.blog_posts set published_at = now() where slug = 'draft'`)
    expect(await titles('drafted')).toEqual(['Hand hygiene drafted'])
    await as(admin).change(`update public.blog_posts set deleted_at = now() where slug = 'draft'`)
    await as(admin).change(`update public.writing_services set published_at = null where service_type = 'editing'`)
    await as(admin).change(`update public.courses set status = 'draft' where title = 'Clean hands in theatre'`)
    expect(await titles('drafted')).toEqual([])
    expect(await titles('copyediting')).toEqual([])
    expect(await titles('theatre')).toEqual([])
    await as(admin).change(`update public.courses set status = 'active' where title = 'Clean hands in theatre'`)
    expect(await titles('theatre')).toEqual(['Clean hands in theatre'])
    await as(owner).change(`delete from public.blog_posts where slug = 'draft'`)
    expect(await as(owner).query(`select 1 from private.search_documents where title like '%drafted'`)).toEqual([])
  })

  it('reads posts without markup', async () => {
    expect(await titles('sepsis')).toEqual(['Why soap wins'])
    expect(await titles('nbsp')).toEqual([])
  })

  it('corrects a word for all kinds and reports it once unless verbatim', async () => {
    const { hits, corrections } = await ask('hand hygeine')
    expect(corrections).toEqual([{ typed: 'hygeine', corrected: 'hygiene' }])
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(['m', 't', 'p', 'c']))
    // A word of one kind only.
    expect((await ask('sepsus')).corrections).toEqual([{ typed: 'sepsus', corrected: 'sepsis' }])
    const verbatim = await ask('hand hygeine', true)
    expect(verbatim.corrections).toEqual([])
    expect(verbatim.hits.some(({ exact }) => exact)).toBe(false)
  })

  it('completes an unfinished last word in each kind', async () => {
    const { hits, corrections } = await ask('hand hyg')
    expect(corrections).toEqual([])
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(['m', 't', 'p', 'c']))
    expect(hits.every(({ exact }) => exact)).toBe(true)
    // A word of one kind only is not corrected for another.
    expect(await ask('seps')).toMatchObject({ hits: [{ title: 'Why soap wins' }], corrections: [] })
  })

  it('marks partial matches and omits those far below the best', async () => {
    const { hits } = await ask('sepsis soap')
    expect(hits.map(({ title, exact }) => [title, exact])).toEqual([['Why soap wins', true]])
    expect((await ask('hygiene zebra')).hits.every(({ exact }) => !exact)).toBe(true)
  })

  it.each(['', '   ', '%%%', 'zzxxqq wvbnmq', 'the of and', "'; drop table x; --"])('finds nothing for %j', async (words) => {
    expect(await ask(words)).toEqual({ hits: [], corrections: [] })
  })
})

describe('suggestions', () => {
  it('are vocabulary words and subject areas and titles with the typed letters', async () => {
    expect(await suggested('hyg')).toEqual(['hygiene', ...[1, 2, 3].map((n) => `Hand hygiene in ward ${n}`)])
    expect(await suggested('infec')).toEqual(['infection', 'Infection Control'])
    expect(await suggested('hand hyg')).toEqual(['hand hygiene', ...[1, 2, 3].map((n) => `Hand hygiene in ward ${n}`)])
  })

  it('keep the words already typed and suggest only words that follow them in some text', async () => {
    expect(await suggested('Infection con')).toEqual(['Infection control'])
    expect(await suggested('hand con')).toEqual([])
  })

  it('are empty for two letters or a complete query or hidden records', async () => {
    expect(await suggested('hy')).toEqual([])
    expect(await suggested('hand ')).toEqual([])
    expect(await suggested('Hand hygiene of visitors')).toEqual([])
    await as(admin).change(
      `insert into public.research_materials (slug, title, category) values ('secret', 'Quokkas in theatre', 'thesis')`,
    )
    expect(await suggested('quok')).toEqual([])
    await as(admin).change(`update public.research_materials set published_at = now() where slug = 'secret'`)
    expect(await suggested('quok')).toEqual(['quokkas', 'Quokkas in theatre'])
    await as(admin).change(`update public.research_materials set published_at = null where slug = 'secret'`)
    expect(await suggested('quok')).toEqual([])
  })

  it.each(['%', "o'b", '___', 'hand (hyg', '\u202Ehyg', 'x'.repeat(100_000), 'hyg '.repeat(10_000)])(
    'treat any input as text',
    async (values) => {
      expect((await suggested(values)).length).toBeLessThanOrEqual(8)
    },
  )

  it('are available to students', async () => {
    expect(await as(ada).query(`select public.suggest('hyg') is not null as there`)).toEqual([{ there: true }])
  })
})
