// Missed searches that propose thesaurus entries: public.propose_thesaurus_entries, list_thesaurus_proposals and
// decide_thesaurus_proposal.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Searched = {
  words: string
  judged: boolean
  before: number
  after: number
  exact_before: number
  exact_after: number
  ndcg_before: number | null
  ndcg_after: number | null
}
type Proposal = {
  id: string
  term: string
  meaning: string
  sort: string
  reason: string
  visitors: number
  total: number
  found: { title: string; slug: string | null }[]
  searches: Searched[]
}

const works = {
  infection: 'Prevention of surgical site infection in Kano',
  quality: 'Perceived quality of life of carers in Jos',
  stay: 'Wound care and discharge home',
  bath: 'Bath and comfort in bed on orthopaedic wards',
  cataract: 'Barriers to cataract surgery',
  kidney: 'Fluids in chronic kidney disease',
  kidneys: 'Diets in chronic kidney disease',
  burns: 'Care after burns and grafting',
}

beforeAll(async () => {
  for (const [slug, title] of Object.entries(works)) {
    const text = { stay: 'The length of stay (LOS) was eight days.', kidney: 'Creatinine', kidneys: 'Creatinine' }[slug] ?? ''
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, chapter_one_preview, published_at)
       values ($1, $2, 'thesis', $3, now())`,
      [slug, title, text],
    )
  }
  await as(admin).change(
    `insert into public.topics_directory (topic, description, unique_selling_point, subject_area)
     values ('Nurses and surgical site infection', 'a', 'b', 'Surgery')`,
  )
})
beforeEach(async () => {
  await as(owner).change(
    'truncate public.missed_searches, public.judged_searches, public.thesaurus, public.thesaurus_proposals cascade',
  )
})

async function miss(words: string, { kind = 'material', visitors = 3, weeksAgo = 0 } = {}) {
  await as(owner).change(
    `insert into public.missed_searches (words, kind, visitors, week)
     values ($1, $2, $3, date_trunc('week', now() at time zone 'Africa/Lagos')::date - 7 * $4::integer)`,
    [words, kind, visitors, weeksAgo],
  )
}
async function propose(): Promise<number> {
  for (let steps = 0; steps < 200; steps += 1) {
    const [row] = await as(secretKey).query<{ more: boolean }>('select public.propose_thesaurus_entries() as more')
    if (!row?.more) {
      return steps
    }
  }
  throw new Error('The steps do not end')
}
const list = () =>
  as(admin).query<Proposal>(
    `select id, term, meaning, sort, reason, visitors::integer, total, found, searches from public.list_thesaurus_proposals()`,
  )
async function decide(id: string | undefined, decision: string): Promise<boolean> {
  const [row] = await as(admin).query<{ done: boolean }>('select public.decide_thesaurus_proposal($1, $2) as done', [
    id,
    decision,
  ])
  return row?.done ?? false
}
const entries = () => as(owner).query(`select term, meaning, sort, deleted_at is not null as deleted from public.thesaurus`)
const states = () => as(owner).query(`select term, state from public.thesaurus_proposals order by lower(term)`)

describe('proposals', () => {
  it.each([
    ['ssiik', 'SSIIK', 'surgical site infection in kano', 'abbreviation', 'initials'],
    ['pqoloc', 'PQOLOC', 'perceived quality of life of carers', 'abbreviation', 'initials'],
    ['bedbath', 'bedbath', 'bed bath', 'spelling', 'split'],
    ['kataract', 'kataract', 'cataract', 'spelling', 'spelling'],
    ['creatinine', 'creatinine', 'chronic kidney', 'related', 'mentioned'],
  ])('of the search "%s" are found', async (words, term, meaning, sort, reason) => {
    await miss(words)
    await propose()
    expect(await as(owner).query(`select term, meaning, sort, reason from public.thesaurus_proposals`)).toContainEqual({
      term,
      meaning,
      sort,
      reason,
    })
  })

  it('of an abbreviation that a work spells out are found', async () => {
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, published_at) values ('long', 'Long length of stay', 'thesis', now())`,
    )
    await miss('los')
    await propose()
    expect(await list()).toMatchObject([
      { term: 'LOS', meaning: 'length of stay', reason: 'spelled_out', found: [{ title: 'Long length of stay', slug: 'long' }] },
    ])
    await as(owner).change(`delete from public.research_materials where slug = 'long'`)
  })

  it('show what the search would find, and other searches before and after', async () => {
    await miss('bedbath', { visitors: 4 })
    await miss('bedbath', { visitors: 3, weeksAgo: 1 })
    await miss('bedbath of men')
    await as(secretKey).change(
      `insert into public.judged_searches (words, kind, relevant) values ('Bedbath', 'material', '{"bath": 3}'),
        ('kidney', 'material', '{"kidney": 3}'), ('bedbath withdrawn', 'material', '{"gone": 3}')`,
    )
    await propose()
    expect(await list()).toMatchObject([
      {
        term: 'bedbath',
        meaning: 'bed bath',
        visitors: 7,
        total: 1,
        found: [{ title: works.bath, slug: 'bath' }],
        searches: [
          { words: 'bedbath', judged: false, before: 0, after: 1, exact_before: 0, exact_after: 0, ndcg_before: null },
          { words: 'bedbath of men', judged: false, before: 0, after: 1 },
          { words: 'Bedbath', judged: true, ndcg_before: 0, ndcg_after: 1 },
        ],
      },
    ])
    expect(await entries()).toEqual([])
  })

  it('of topics show topics', async () => {
    await miss('nassi', { kind: 'topic' })
    await propose()
    expect(await list()).toMatchObject([
      {
        term: 'NASSI',
        meaning: 'nurses and surgical site infection',
        found: [{ slug: null, title: 'Nurses and surgical site infection' }],
      },
    ])
  })

  it('are not made of searches of fewer than three visitors, or that find nothing more', async () => {
    await miss('bedbath', { visitors: 2 })
    await miss('cataract')
    await miss('zzxxqq wvbnmq')
    expect(await propose()).toBe(2)
    expect(await list()).toEqual([])
  })

  it('are not shown if they only add partial matches to others', async () => {
    await miss('kataract of kidney')
    await propose()
    expect(await states()).toEqual([{ term: 'kataract', state: 'useless' }])
  })

  it('are not made of entries that the thesaurus has or that an admin deleted', async () => {
    await as(admin).change(
      `insert into public.thesaurus (term, meaning, deleted_at) values ('bedbath', 'Bed Bath', now()), ('SSIIK', 'surgical site infection in kano', null)`,
    )
    await miss('bedbath')
    await miss('ssiik')
    await propose()
    expect(await states()).toEqual([])
  })

  it('are not shown if a judged search would get worse or find what it should not', async () => {
    await miss('cabg')
    await miss('kataract')
    await as(secretKey).change(
      `insert into public.judged_searches (words, kind, relevant)
       values ('cabg', 'material', '{}'), ('kataract creatinine', 'material', '{"kidney": 3}')`,
    )
    await propose()
    expect(await states()).toEqual([
      { term: 'CABG', state: 'useless' },
      { term: 'kataract', state: 'useless' },
    ])
    expect(await list()).toEqual([])
  })

  it('go with their missed search', async () => {
    await miss('bedbath')
    await propose()
    expect(await list()).toHaveLength(1)
    await as(owner).change('delete from public.missed_searches')
    expect(await list()).toEqual([])
    await propose()
    expect(await states()).toEqual([])
  })
})

describe('a decision', () => {
  const search = async (words: string) => {
    const [row] = await as(visitor).query<{ page: { total: number; near: boolean } }>(
      'select public.search_materials($1) as page',
      [words],
    )
    return row?.page
  }
  async function proposed(words: string): Promise<string> {
    await miss(words)
    await propose()
    const [first] = await list()
    return first?.id ?? ''
  }

  it('adds the entry, which is logged and can be undone', async () => {
    const id = await proposed('bedbath')
    expect(await search('bedbath')).toMatchObject({ total: 0 })
    expect(await decide(id, 'accept')).toBe(true)
    expect(await entries()).toEqual([{ term: 'bedbath', meaning: 'bed bath', sort: 'spelling', deleted: false }])
    expect(await search('bedbath')).toMatchObject({ total: 1, near: true })
    expect(await list()).toEqual([])
    expect(await decide(id, 'accept')).toBe(false)
    expect(await decide(id, 'undo')).toBe(true)
    expect(await entries()).toMatchObject([{ term: 'bedbath', deleted: true }])
    expect(await search('bedbath')).toMatchObject({ total: 0 })
    expect(await list()).toMatchObject([{ id }])
    expect(await decide(id, 'accept')).toBe(true)
    expect(await entries()).toMatchObject([{ term: 'bedbath', deleted: false }])
    const log = await as(owner).query<{ action: string }>(
      `select action from public.audit_log where details ->> 'name' = 'bedbath' and actor_id = $1 order by id`,
      [admin.userId],
    )
    expect(log.map(({ action }) => action).slice(-3)).toEqual(['thesaurus.added', 'thesaurus.deleted', 'thesaurus.restored'])
  })

  it('leaves an entry alone that an admin added', async () => {
    const id = await proposed('bedbath')
    await as(admin).change(`insert into public.thesaurus (term, meaning) values ('Bedbath', 'Bed bath')`)
    expect(await list()).toEqual([])
    expect(await decide(id, 'accept')).toBe(false)
    expect(await decide(id, 'undo')).toBe(false)
    expect(await entries()).toMatchObject([{ term: 'Bedbath', deleted: false }])
  })

  it('dismisses an entry for ever, which is logged and can be undone', async () => {
    const id = await proposed('bedbath')
    expect(await decide(id, 'dismiss')).toBe(true)
    expect(await list()).toEqual([])
    await miss('bedbath', { weeksAgo: 1 })
    await propose()
    expect(await list()).toEqual([])
    expect(await decide(id, 'undo')).toBe(true)
    expect(await decide(id, 'undo')).toBe(false)
    expect(await list()).toMatchObject([{ id }])
    expect(await entries()).toEqual([])
    const log = await as(owner).query<{ action: string }>(`select action from public.audit_log where subject = $1 order by id`, [
      id,
    ])
    expect(log.map(({ action }) => action)).toEqual(['thesaurus_proposal.dismissed', 'thesaurus_proposal.restored'])
  })

  it('has other meanings for the same search measured again', async () => {
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, published_at)
       values ('cats', 'Nutrition of cataplexy', 'thesis', now())`,
    )
    await miss('kataract bedbath')
    await propose()
    const [first, second] = await list()
    expect([first?.term, second?.term]).toEqual(['bedbath', 'kataract'])
    await decide(first?.id, 'accept')
    expect(await list()).toEqual([])
    await propose()
    // The search finds something now, and the second entry would add no full match.
    expect(await states()).toEqual([
      { term: 'bedbath', state: 'accepted' },
      { term: 'kataract', state: 'useless' },
    ])
    await as(owner).change(`delete from public.research_materials where slug = 'cats'`)
  })

  it('of an unknown proposal or one that is being measured does nothing', async () => {
    expect(await decide('00000000-0000-4000-8000-000000000000', 'accept')).toBe(false)
    await miss('bedbath')
    await as(secretKey).query('select public.propose_thesaurus_entries()')
    const [row] = await as(owner).query<{ id: string }>('select id from public.thesaurus_proposals')
    expect(await decide(row?.id, 'accept')).toBe(false)
    expect(await decide(row?.id, 'undo')).toBe(false)
  })
})

it('is inaccessible to all others', async () => {
  await miss('bedbath')
  await propose()
  const [proposal] = await list()
  await expect(as(visitor).query('select 1 from public.thesaurus_proposals')).rejects.toMatchObject(noGrant)
  expect(await as(ada).query('select 1 from public.thesaurus_proposals')).toEqual([])
  expect(await as(admin).query('select term from public.thesaurus_proposals')).toEqual([{ term: 'bedbath' }])
  await as(secretKey).change(`insert into public.judged_searches (words, kind, relevant) values ('bath', 'material', '{}')`)
  await expect(as(visitor).query('select 1 from public.judged_searches')).rejects.toMatchObject(noGrant)
  expect(await as(ada).query('select 1 from public.judged_searches')).toEqual([])
  expect(await as(admin).query('select words from public.judged_searches')).toEqual([{ words: 'bath' }])
  for (const user of [visitor, ada, admin]) {
    await expect(as(user).query('select public.propose_thesaurus_entries()')).rejects.toMatchObject(noGrant)
  }
  for (const user of [visitor, ada]) {
    await expect(as(user).query('select public.list_thesaurus_proposals()')).rejects.toMatchObject({ code: '42501' })
    await expect(as(user).query(`select public.decide_thesaurus_proposal($1, 'accept')`, [proposal?.id])).rejects.toMatchObject({
      code: '42501',
    })
  }
  await expect(as(admin).change(`update public.thesaurus_proposals set state = 'accepted'`)).rejects.toMatchObject(noGrant)
})
