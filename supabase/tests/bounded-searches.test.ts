// No visitor's input can occupy the database for long. PostgreSQL has a time limit; PGlite has no timer, so each search
// does bounded work: the rows that the worst searches read are few and do not grow with the catalogue.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { visitor, owner, as, stop } = await gatherPeople()
afterAll(stop)

it('limits the time of statements for visitors and students but not for the secret key', async () => {
  const timeouts = await as(owner).query(
    `select rolname as role, setting
       from pg_roles cross join unnest(rolconfig) as setting
      where rolname in ('anon', 'authenticated', 'service_role') and setting like 'statement_timeout=%' order by 1`,
  )
  expect(timeouts).toEqual([
    { role: 'anon', setting: 'statement_timeout=3s' },
    { role: 'authenticated', setting: 'statement_timeout=8s' },
  ])
})

const words = Array.from({ length: 60 }, (_, at) => `word${String.fromCodePoint(97 + (at % 20), 97 + Math.floor(at / 20))}x`)
const worst = {
  'two hundred common words': Array.from({ length: 200 }, (_, at) => words[at % 60]).join(' '),
  'common words twice over': `${words.slice(0, 8).join(' ')} ${words.slice(0, 8).join(' ')}`,
  'common words with errors': words
    .slice(0, 16)
    .map((word) => word.replace('word', 'wrod'))
    .join(' '),
  nonsense: Array.from({ length: 40 }, (_, at) => `zq${at.toString(36)}xvkjw`.replaceAll(/\d/g, 'q')).join(' '),
  'one endless word': 'word'.repeat(50_000),
  'signs of patterns': '% _ * \\ %word% .* ()'.repeat(500),
  'a beginning that all words have': 'word',
  'after a common word': 'wordaax word',
}
const functions = {
  search_materials: 'select public.search_materials($1)',
  related_topics: 'select public.related_topics($1)',
  search_all: 'select public.search_all($1)',
  suggest: 'select public.suggest($1)',
}

const besideAChoice = [`'{"price_to": 1000}'`, `'{"categories": ["thesis"], "price_to": 1000}', 'newest'`].flatMap((choice) =>
  ['$1', `$1 || 'wordaax'`, `$1 || '${worst['common words twice over']}'`].map(
    (values) => `select public.search_materials(${values}, ${choice})`,
  ),
)

/**
 * Fills the catalogue up to `size` materials and as many topics. Each has twelve of the words, so that more records
 * have each word than a search reads.
 */
async function fillUpTo(size: number) {
  const titles = `select n, (select string_agg(word, ' ' order by word)
      from unnest($1::text[]) with ordinality as w (word, at) where (at * 7 + n) % 5 = 0) as title
    from generate_series((select count(*) + 1 from public.topics_directory)::int, $2::int) n`
  await as(owner).change(
    `insert into public.research_materials (slug, title, category, abstract, published_at)
     select 'm-' || n, title || ' ' || n, 'thesis', title, now() from (${titles}) t`,
    [words, size],
  )
  await as(owner).change(`insert into public.topics_directory (topic) select title || ' ' || n from (${titles}) t`, [words, size])
  await as(owner).change('analyze')
}

/** Returns the rows and index entries that a query reads. */
async function rowsRead(query: string, values: string): Promise<number> {
  await as(visitor).query(query, [values])
  const counted = `select sum(pg_stat_get_xact_tuples_returned(c.oid)) as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('private', 'public') and c.relkind in ('r', 'i')`
  const [read] = await as(owner).query<{ rows: number }>(
    `with before as materialized (${counted}),
          answered as materialized (select before.rows, (${query}) as answer from before)
     select (after.rows - answered.rows)::int as rows from answered, lateral (${counted} and answered is not null) after`,
    [values],
  )
  return read?.rows ?? 0
}

const few = new Map<string, number>()
const many = new Map<string, number>()

beforeAll(async () => {
  for (const [size, counts] of [
    [1000, few],
    [3000, many],
  ] as const) {
    await fillUpTo(size)
    for (const query of besideAChoice) {
      counts.set(query, await rowsRead(query, ''))
    }
    for (const query of Object.values(functions)) {
      for (const values of Object.values(worst)) {
        counts.set(`${query} ${values}`, await rowsRead(query, values))
      }
    }
  }
})

describe.each(Object.entries(functions))('%s', (_name, query) => {
  it.each(Object.entries(worst))('reads no more rows with three times the records for %s', (_what, values) => {
    const [before = 0, after = 0] = [few.get(`${query} ${values}`), many.get(`${query} ${values}`)]
    expect(after).toBeLessThanOrEqual(1.5 * before + 1000)
    expect(after).toBeLessThanOrEqual(20_000)
  })
})

it.each(besideAChoice)('reads no more rows with filters in three times the records for %s', (query) => {
  // With fewer records there are fewer matches than a search reads, so both numbers differ more than without filters.
  expect(many.get(query)).toBeLessThanOrEqual(2 * (few.get(query) ?? 0) + 1000)
  expect(many.get(query)).toBeLessThanOrEqual(20_000)
  expect(many.get(query)).toBeGreaterThan(1000)
})

async function found(asked: string) {
  const [result] = await as(visitor).query<{ it: { total: number; materials: { slug: string }[] } }>(
    `select public.search_materials(${asked}) as it`,
  )
  return { total: result?.it.total, first: result?.it.materials[0]?.slug }
}

it('stops counting at 1,000 works with filters and at 300 per filter option and still lists options without matches', async () => {
  // The word is in the middle of the titles, so no index prefix matches it.
  await as(owner).change(
    `insert into public.research_materials (slug, title, category, published_at)
     select 'rare', title || ' too', 'seminar', now() from public.research_materials order by title offset 1500 limit 1`,
  )
  const [result] = await as(visitor).query<{ it: Record<string, unknown> & { facets: Record<string, Record<string, number>> } }>(
    `select public.search_materials('', '{"price_to": 1000}') as it`,
  )
  expect(result?.it).toMatchObject({ total: 1000, more: true, facets_more: true })
  expect(result?.it.facets.category).toEqual({ thesis: 300, seminar: 0 })
  expect(await found(`'', '{"categories": ["seminar"], "price_to": 1000}'`)).toEqual({ total: 1, first: 'rare' })
  const [{ word } = {}] = await as(owner).query<{ word: string }>(
    `select split_part(title, ' ', 1) as word from public.research_materials where slug = 'rare'`,
  )
  expect(await found(`'${word}', '{"categories": ["seminar"], "price_to": 1000}'`)).toEqual({ total: 1, first: 'rare' })
  const [all] = await as(visitor).query<{ it: unknown }>('select public.search_materials() as it')
  expect(all?.it).toMatchObject({
    total: 3001,
    more: false,
    facets_more: false,
    facets: { category: { thesis: 3000, seminar: 1 } },
  })
})

it('distinguishes large reads from small ones', () => {
  const [query] = Object.values(functions)
  expect(many.get(`${query} ${worst['two hundred common words']}`)).toBeGreaterThan(1000)
})
