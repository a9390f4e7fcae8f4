// Rated searches over the shipped content with minimum scores: a change that makes the search worse fails here.
// supabase/seed/judged has the searches; docs/decisions/0030 explains the metrics.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { getFigures, type Judged, mean, type Shown } from './judged/figures.ts'
import { gatherPeople } from './people.ts'

const { owner, visitor, as, stop } = await gatherPeople()
afterAll(stop)

const content = readSampleContent()
const slugs = new Set(content.materials.map(({ slug }) => slug))
const all = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../seed/judged/materials.json'), 'utf8')) as Judged[]
/** Works change over time; a search whose expected results are no longer all present is skipped. */
const judged = all.filter(({ relevant }) => Object.keys(relevant).every((slug) => slugs.has(slug)))

const load = (table: string, columns: string, rows: unknown[]) =>
  as(owner).change(
    `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::text::jsonb)`,
    [JSON.stringify(rows)],
  )

beforeAll(async () => {
  await load(
    'research_materials',
    'slug, title, category, subject_area, programme, price, year_of_study, abstract, full_contents, design, population_and_sample, instrument, chapter_one_preview, published_at',
    content.materials.map(({ slug, head, body }) => ({ slug, ...head, chapter_one_preview: body, published_at: '2026-01-01' })),
  )
  await load(
    'thesaurus',
    'term, meaning, sort, both_ways, source',
    content.thesaurus.map(({ row }) => row),
  )
})

async function ask(words: string): Promise<Shown> {
  type Works = { slug: string }[]
  const [row] = await as(visitor).query<{ page: { materials: Works; near: boolean; closest?: Works } }>(
    `select public.search_materials($1) as page`,
    [words],
  )
  const { materials = [], near = false, closest = [] } = row?.page ?? {}
  return { found: [...materials, ...closest].map(({ slug }) => slug), near: near || closest.length > 0 }
}

describe('rated searches', () => {
  it('still have their expected results in the shipped content', () => {
    expect(judged.length).toBeGreaterThan(0.8 * all.length)
  })

  it('rank relevant results first and never present partial matches as exact', async () => {
    const asked = []
    for (const search of judged) {
      asked.push({ search, figures: getFigures(search, await ask(search.q)) })
    }
    const answerable = asked.flatMap(({ search, figures }) => (figures.answerable ? [{ search, ...figures }] : []))
    const none = asked.flatMap(({ search, figures }) => (figures.answerable ? [] : [{ search, ...figures }]))
    const found = {
      ndcg: mean(answerable.map(({ ndcg }) => ndcg)),
      recall: mean(answerable.map(({ recall }) => recall)),
      zero: answerable.filter(({ zero }) => zero).map(({ search }) => search.q),
      pretended: none.filter(({ honest }) => !honest).map(({ search }) => search.q),
    }
    console.log(`Searches judged: ${asked.length}; nDCG@10 ${found.ndcg.toFixed(3)}, recall@10 ${found.recall.toFixed(3)}`)
    expect(found.zero).toEqual([])
    expect(found.pretended).toEqual([])
    expect(found.ndcg).toBeGreaterThanOrEqual(0.9)
    expect(found.recall).toBeGreaterThanOrEqual(0.9)
    for (const kind of new Set(answerable.map(({ search }) => search.kind))) {
      const kindScore = mean(answerable.filter(({ search }) => search.kind === kind).map(({ ndcg }) => ndcg))
      expect(kindScore, kind).toBeGreaterThanOrEqual(0.75)
    }
  })
})

// The spoken ones are dictated, in Pidgin, requests or with a programme and a price.
describe.each([
  { sort: 'unseen', none: 30, pretended: 0.05, materials: 0.91, topics: 0.85 },
  { sort: 'spoken', none: 20, pretended: 0.1, materials: 0.92, topics: 0.83 },
  { sort: 'fresh', none: 20, pretended: 0.05, materials: 0.92, topics: 0.83 },
])('searches written without knowledge of the thesaurus, $sort', (least) => {
  const read = (name: string) =>
    JSON.parse(
      fs.readFileSync(path.join(import.meta.dirname, `../seed/judged/${least.sort}-${name}.json`), 'utf8'),
    ) as (Judged & {
      half: string
    })[]
  const mean10 = async (searches: Judged[], found: (words: string) => Promise<Shown>) => {
    const figures = []
    for (const search of searches) {
      figures.push(getFigures(search, await found(search.q)))
    }
    return mean(figures.flatMap((one) => (one.answerable ? [one.ndcg] : [])))
  }

  it.each(['open', 'held'])('find materials in the %s half', async (half) => {
    const searches = read('materials').filter(
      (search) => search.half === half && Object.keys(search.relevant).every((slug) => slugs.has(slug)),
    )
    expect(searches.length).toBeGreaterThan(50)
    const ndcg = await mean10(searches, ask)
    console.log(`Searches for materials, ${least.sort}, ${half} half: nDCG@10 ${ndcg.toFixed(3)}`)
    expect(ndcg).toBeGreaterThanOrEqual(least.materials)
  })

  it('show nothing or call the results partial where the shop has nothing', async () => {
    const none = read('materials').filter(({ relevant }) => Object.keys(relevant).length === 0)
    expect(none.length).toBeGreaterThan(least.none)
    const pretended = []
    for (const search of none) {
      const figures = getFigures(search, await ask(search.q))
      if (!figures.answerable && !figures.honest) {
        pretended.push(search.q)
      }
    }
    console.log(`Searches without results, ${least.sort}: ${none.length}; shown as if they had some: ${pretended.join(', ')}`)
    expect(pretended.length).toBeLessThanOrEqual(least.pretended * none.length)
  })

  it.each(['open', 'held'])('find topics in the %s half', async (half) => {
    await load(
      'topics_directory',
      'topic, description, unique_selling_point, subject_area',
      content.topics.map(({ row }) => row),
    ).catch((error: unknown) => expect(error).toMatchObject({ code: '23505' }))
    const searches = read('topics').filter((search) => search.half === half)
    const ndcg = await mean10(searches, async (words) => {
      const [row] = await as(visitor).query<{ page: { topics: string[] } }>(`select public.related_topics($1) as page`, [words])
      return { found: row?.page.topics ?? [], near: true }
    })
    console.log(`Searches for topics, ${least.sort}, ${half} half: nDCG@10 ${ndcg.toFixed(3)}`)
    expect(ndcg).toBeGreaterThanOrEqual(least.topics)
  })
})

describe('the shipped thesaurus', () => {
  it('has at least 1,500 terms of every kind and source without sentences or duplicates', () => {
    const entries = content.thesaurus.map(({ row }) => row)
    expect(new Set(entries.map(({ term }) => term.toLowerCase())).size).toBeGreaterThanOrEqual(1500)
    expect(new Set(entries.map(({ source }) => source)).size).toBe(7)
    expect(new Set(entries.map(({ sort }) => sort)).size).toBe(5)
    expect(entries.filter(({ term }) => term.split(/\s+/).length > 5)).toEqual([])
    const response = entries.map(({ term, meaning }) => `${term}: ${meaning}`.toLowerCase())
    expect(new Set(response).size).toBe(response.length)
  })
})
