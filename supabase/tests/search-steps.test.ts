// The steps of private.read_search, each with the reading that it gets, and the plan of a search.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Meaning = {
  typed: string[]
  corrected: (string | null)[]
  offered: (string | null)[]
  understood: { typed: string; meaning: string }[]
  weights: number[]
  optional: boolean[]
  pairs: string[]
  units: number[]
  lexemes: string[]
  factors: number[]
  traits: string[]
  named: { typed: string; stems: string[]; is_indexed: boolean }[]
}
type Reading = {
  plain: string[]
  words: string[]
  stems: string[]
  places: number[]
  known: boolean[]
  is_unfinished: boolean
  completions: string[]
  meaning: Meaning
}

beforeAll(async () => {
  for (const title of [
    'Repair of vesicovaginal fistula',
    'Adherence of adults with hypertension in Kano',
    'Vaccine cold chain in primary health centres',
    'Breast cancer and mastectomy',
    'Malaria in children',
    'Malaria and anaemia',
    'Malnutrition of toddlers',
    'Barriers to cataract surgery',
    'Glaucoma in an eye clinic',
    'Analysis of NDHS 2018',
  ]) {
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, programme, price, year_of_study, published_at)
       values ('m-' || gen_random_uuid(), $1, 'thesis', 'msc', 2000, 2024, now())`,
      [title],
    )
  }
  await as(admin).change(
    `insert into public.research_materials (slug, title, category, programme, price, year_of_study, published_at)
     values ('free-care', 'Care of a client with tetanus', 'client_care_study', 'nd', 0, 2019, now())`,
  )
  await as(admin).change(
    `insert into public.thesaurus (term, meaning, sort)
     values ('HTN', 'hypertension', 'abbreviation'), ('breast removal', 'mastectomy', 'lay word'),
            ('dementia', 'delirium', 'related'), ('APA', 'american psychological association', 'abbreviation')`,
  )
})

/** Returns the reading of a search after these steps. `$r` is the reading before the step. */
async function readBy(search: string, ...steps: string[]): Promise<Reading> {
  const reading = steps.reduce((before, step) => step.replace('$r', before), `private.read_words($1, 'm')`)
  const [row] = await as(owner).query<{ reading: Reading }>(`select to_jsonb(${reading}) as reading`, [search])
  if (!row) {
    throw new Error('The search was not read')
  }
  return row.reading
}
const known = 'private.find_known_words($r)'
/** Returns the lexemes that match each word, with their factors. */
const getMatches = ({ meaning: { units, lexemes, factors } }: Reading) =>
  units.map((unit, at) => [unit, lexemes[at], Number(factors[at]?.toFixed(2))])

describe('read_words', () => {
  it('drops stop words and remembers where the others were', async () => {
    expect(await readBy('The Adherence of Children', '$r')).toMatchObject({
      plain: ['the', 'adherence', 'of', 'children'],
      words: ['adherence', 'child'],
      stems: ['adher', 'child'],
      places: [2, 4],
      known: [false, false],
      meaning: { typed: ['adherence', 'children'], corrected: [null, null], lexemes: [] },
    })
  })

  it('reads at most sixteen words', async () => {
    const { stems } = await readBy(Array.from({ length: 60 }, (_, at) => `word${'a'.repeat(at + 1)}`).join(' '), '$r')
    expect(stems).toHaveLength(16)
  })
})

describe('subject_words', () => {
  const subjectOf = async (search: string) => {
    const [row] = await as(owner).query<{ words: string[] }>('select private.subject_words($1) as words', [search])
    return row?.words.join(' ')
  }

  it.each([
    ['Why nurse dey give wrong injection', 'why nurse give wrong injection'],
    ['Abeg I wan see work on top malaria', 'malaria'],
    ['Please, I need a project on hand washing', 'project on hand washing'],
    ['my supervisor wants something on triage', 'triage'],
    ['do you have any work about tetanus', 'tetanus'],
    ['NSC 412 burnout', 'burnout'],
    ['MSC 701 burnout', 'msc burnout'],
    ['HTN 101', 'htn'],
  ])('leaves the subject of "%s"', async (search, subject) => {
    expect(await subjectOf(search)).toBe(subject)
  })

  it.each([
    'Help-seeking behaviour of men',
    'abeg dey',
    'I need',
    'COVID 19',
    'Giving birth at home',
    'NDHS 2018',
    '250 mothers',
  ])('leaves "%s" as it is', async (search) => {
    expect(await subjectOf(search)).toBe(search.toLowerCase().replace('-', ' '))
  })
})

describe('find_known_words', () => {
  it('knows words of the index, the thesaurus and the names of kinds', async () => {
    expect((await readBy('hypertension htn breast removal seminar qwertz', known)).known).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  })

  it('reads the plural of an abbreviation as its singular', async () => {
    expect(await readBy('HTNs in Kano', known)).toMatchObject({ stems: ['htn', 'kano'], known: [true, true] })
    expect(await readBy('QWTs in Kano', known)).toMatchObject({ stems: ['qwts', 'kano'], known: [false, true] })
  })

  it('takes only an unknown last word for unfinished', async () => {
    expect((await readBy('kano hyper', known)).is_unfinished).toBe(true)
    expect((await readBy('hyper kano', known)).is_unfinished).toBe(false)
    expect((await readBy('hyper of', known)).is_unfinished).toBe(false)
  })
})

describe('match_split_words', () => {
  it('lets the two halves of a word match it', async () => {
    const reading = await readBy('vesico vaginal fistula', known, 'private.match_split_words($r)')
    expect(reading.known).toEqual([true, true, true])
    expect(getMatches(reading)).toEqual([
      [1, 'vesicovagin', 1],
      [2, 'vesicovagin', 1],
    ])
  })
})

describe('match_split_words with dictation', () => {
  it.each([
    ['cat a ract surgery', 'cataract', [1, 2]],
    ['vesi co vagi nal', 'vesicovagin', [1, 2, 3, 4]],
    ['a p a style', 'apa', [1]],
  ])('joins the pieces of "%s"', async (search, stem, units) => {
    const matches = getMatches(await readBy(search, known, 'private.match_split_words($r)'))
    expect(matches).toEqual(units.map((unit) => [unit, stem, 1]))
  })
})

describe('match_misheard_words', () => {
  const misheard = 'private.match_misheard_words($r)'

  it('joins two words that sound like one', async () => {
    const reading = await readBy('glow coma clinic', known, misheard)
    expect(reading.meaning.corrected).toEqual(['glaucoma', '', null])
    expect(getMatches(reading)).toEqual([
      [1, 'glaucoma', 1],
      [2, 'glaucoma', 1],
    ])
  })

  it('leaves words that sound otherwise, and known ones', async () => {
    for (const search of ['seven ref clinic', 'eye clinic']) {
      expect(getMatches(await readBy(search, known, misheard)), search).toEqual([])
    }
  })
})

describe('complete_last_word', () => {
  it('searches the most frequent completion and the others as alternatives', async () => {
    const reading = await readBy('mal', known, 'private.complete_last_word($r)')
    expect(reading).toMatchObject({ stems: ['malaria'], known: [true], completions: ['malaria', 'malnutrition'] })
    expect(getMatches(reading)).toEqual([[1, 'malnutrit', 0.9]])
  })

  it('leaves a finished word alone', async () => {
    expect(await readBy('malaria', known, 'private.complete_last_word($r)')).toMatchObject({
      completions: [],
      stems: ['malaria'],
    })
  })
})

describe('correct_words', () => {
  const corrected = 'private.correct_words($r, true)'

  it('replaces an unknown word by the closest one and only offers another first letter', async () => {
    expect(await readBy('hypertenson wypertension', known, corrected)).toMatchObject({
      stems: ['hypertens', 'wypertens'],
      meaning: { corrected: ['hypertension', null], offered: [null, 'hypertension'] },
    })
  })

  it('matches two words typed as one, and initials of a title', async () => {
    expect(getMatches(await readBy('coldchain', known, corrected))).toEqual([[1, 'cold chain', 1]])
    expect(getMatches(await readBy('phc', known, corrected))).toEqual([[1, '~phc', 0.8]])
  })

  it('corrects nothing in a verbatim search', async () => {
    expect(await readBy('hypertenson', known, 'private.correct_words($r, false)')).toMatchObject({
      meaning: { corrected: [null], offered: [null] },
    })
  })
})

describe('match_words', () => {
  it('lets each word match its stem, and neighbours match as a pair', async () => {
    const reading = await readBy('children with malaria', known, 'private.match_words($r)')
    expect(getMatches(reading)).toEqual([
      [1, 'child', 1],
      [2, 'malaria', 1],
    ])
    expect(reading.meaning.pairs).toEqual(['child malaria'])
  })
})

describe('match_meanings', () => {
  it('lets every word of a term match its meaning and says so', async () => {
    const reading = await readBy('breast removal HTN', known, 'private.match_meanings($r)')
    expect(getMatches(reading).toSorted()).toEqual([
      [1, 'mastectomi', 0.95],
      [2, 'mastectomi', 0.95],
      [3, 'hypertens', 0.95],
    ])
    expect(reading.meaning.understood).toEqual([
      { typed: 'breast removal', meaning: 'mastectomy' },
      { typed: 'htn', meaning: 'hypertension' },
    ])
  })
})

describe('match_meanings of spread terms', () => {
  it.each([
    ['removal of the breast', [1, 2]],
    ['breast total removal', [1, 3]],
  ])('matches "%s" a little less', async (search, units) => {
    const matches = getMatches(await readBy(search, known, 'private.match_meanings($r)'))
    expect(matches).toEqual(units.map((unit) => [unit, 'mastectomi', 0.85]))
  })
})

describe('name_kinds', () => {
  const read = async (search: string) => {
    const [row] = await as(owner).query<{ it: Meaning }>(`select to_jsonb(private.read_search($1, 'm', true)) as it`, [search])
    return row?.it
  }

  it('reads kinds, programmes, prices and years out of a search', async () => {
    const meaning = await read('free care study on tetanus for ND students 2019')
    expect(meaning?.named).toEqual([
      { typed: 'care study', stems: ['=category:client_care_study', '=kind:client_care_study'], is_indexed: true },
      { typed: 'nd students', stems: ['=programme:nd'], is_indexed: true },
      { typed: 'free', stems: ['=price:0'], is_indexed: true },
      { typed: '2019', stems: ['=in:2019'], is_indexed: true },
    ])
    expect(meaning?.optional).toEqual([true, true, true, false, true, true, true])
  })

  it.each([
    ['malaria below 1500 naira', '=price:2000'],
    ['malaria less than 3000', '=price:3000'],
    ['cheap malaria', '=price:2000'],
  ])('reads a price out of "%s"', async (search, stem) => {
    expect((await read(search))?.named.map(({ stems }) => stems)).toEqual([[stem]])
  })

  it.each(['analysis of NDHS 2018', 'drug free children', 'malaria 1500', 'malaria under 9000 naira'])(
    'reads neither price nor year out of "%s"',
    async (search) => {
      expect((await read(search))?.named).toEqual([])
    },
  )

  it('requires all of them where they are the whole search', async () => {
    const [row] = await as(visitor).query<{ it: { materials: { slug: string }[]; near: boolean; named: unknown[] } }>(
      `select public.search_materials('free nd care study') as it`,
    )
    expect(row?.it.materials[0]?.slug).toBe('free-care')
    expect(row?.it.near).toBe(false)
    const [other] = await as(visitor).query<{ it: { near: boolean } }>(
      `select public.search_materials('free hnd care study') as it`,
    )
    expect(other?.it.near).toBe(true)
  })
})

describe('name_kinds of topics', () => {
  const TOPICS = {
    nd: 'Feeding of children by ND students',
    hnd: 'Feeding of children at home',
    malaria: 'Malaria nets in a village',
  }
  type Page = { topics: string[]; closest: string[]; named: Meaning['named'] }
  const getTopics = async (search: string, verbatim = false) => {
    const [row] = await as(visitor).query<{ page: Page }>('select public.related_topics($1, $2) as page', [search, verbatim])
    return row?.page
  }

  beforeAll(async () => {
    await as(admin).change(
      `insert into public.topics_directory (topic, description, subject_area)
       values ($1, 'This suits ND or HND students.', 'Paediatrics'), ($2, 'Children eat. It suits HND students.', 'Paediatrics'),
              ($3, 'Nets hang.', 'Community health')`,
      [TOPICS.nd, TOPICS.hnd, TOPICS.malaria],
    )
  })

  it('reads the programmes of a topic from its description', async () => {
    const rows = await as(visitor).query('select topic, programmes from public.topics_directory order by topic')
    expect(rows).toEqual([
      { topic: TOPICS.hnd, programmes: ['hnd'] },
      { topic: TOPICS.nd, programmes: ['nd', 'hnd'] },
      { topic: TOPICS.malaria, programmes: [] },
    ])
  })

  it('lists topics of the named programme first', async () => {
    expect((await getTopics('ND topics on feeding'))?.topics).toEqual([TOPICS.nd, TOPICS.hnd])
    expect((await getTopics('HND topics'))?.topics.toSorted()).toEqual([TOPICS.hnd, TOPICS.nd])
  })

  it('puts a kind, price or year aside, because topics have none', async () => {
    const page = await getTopics('easy seminar topics on malaria nets 2026')
    expect(page?.topics).toEqual([TOPICS.malaria])
    expect(page?.named.map(({ typed, is_indexed }) => [typed, is_indexed])).toEqual([
      ['seminar topics', false],
      ['2026', false],
    ])
  })

  it('searches for the word of a kind when there is no other', async () => {
    expect(await getTopics('seminar topics')).toMatchObject({ named: [] })
  })

  it('indexes a changed programme', async () => {
    await as(admin).change(`update public.topics_directory set description = 'It suits ND students.' where topic = $1`, [
      TOPICS.malaria,
    ])
    expect((await getTopics('ND topics malaria'))?.topics[0]).toBe(TOPICS.malaria)
    expect((await getTopics('ND topics malaria'))?.named).toEqual([{ typed: 'nd', stems: ['=programme:nd'], is_indexed: true }])
  })

  it('shows the closest topics only if nothing was found', async () => {
    expect(await getTopics('pedeatrikcz')).toMatchObject({ topics: [], closest: [TOPICS.hnd, TOPICS.nd] })
    expect((await getTopics('feeding'))?.closest).toEqual([])
    expect((await getTopics('pedeatrikcz', true))?.closest).toEqual([])
    expect((await getTopics('zzxxqq'))?.closest).toEqual([])
  })
})

describe('weigh_words', () => {
  const getWeight = async (search: string) => {
    const [row] = await as(owner).query<{ it: Meaning }>(`select to_jsonb(private.read_search($1, 'm', true)) as it`, [search])
    return row?.it.weights[0]
  }

  it('does not count a related term or the separate words of a meaning', async () => {
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, published_at)
       values ('malaria-in-adults', 'Malaria in adults', 'thesis', now())`,
    )
    const before = await getWeight('glaucoma')
    await as(admin).change(
      `insert into public.thesaurus (term, meaning, sort)
       values ('glaucoma', 'malaria', 'related'), ('glaucoma', 'adults with malaria', 'synonym')`,
    )
    expect(await getWeight('glaucoma')).toBe(before)
    await as(admin).change(`update public.thesaurus set sort = 'synonym' where term = 'glaucoma' and meaning = 'malaria'`)
    expect(await getWeight('glaucoma')).toBeLessThan(before ?? 0)
    await as(owner).change(`delete from public.thesaurus where term = 'glaucoma'`)
  })
})

describe('search_stem', () => {
  it.each([
    ['delivered', 'delivery'],
    ['recovering', 'recovery'],
    ['injured', 'injuries'],
    ['diagnosed', 'diagnosis'],
    ['menstrual', 'menstruation'],
    ['survival', 'survivors'],
    ['epileptic', 'epilepsy'],
  ])('gives %s and %s one stem', async (one, other) => {
    const [row] = await as(owner).query<{ same: boolean }>('select private.search_stem($1) = private.search_stem($2) as same', [
      one,
      other,
    ])
    expect(row?.same).toBe(true)
  })
})

describe('full matches', () => {
  const getPage = async (search: string) => {
    const [row] = await as(visitor).query<{ it: { materials: { title: string }[]; near: boolean } }>(
      'select public.search_materials($1) as it',
      [search],
    )
    return { first: row?.it.materials[0]?.title, near: row?.it.near }
  }
  const add = (title: string, abstract: string) =>
    as(admin).change(
      `insert into public.research_materials (slug, title, category, abstract, published_at)
       values ('m-' || gen_random_uuid(), $1, 'thesis', $2, now())`,
      [title, abstract],
    )

  it('have every word more than in passing', async () => {
    await add('Pattern of road injuries', 'The fall in covid time and again in covid time is described.')
    expect(await getPage('covid')).toEqual({ first: 'Pattern of road injuries', near: true })
    expect(await getPage('road covid')).toMatchObject({ near: true })
    await add('Injuries of riders', 'Covid closures: covid, more covid.')
    expect(await getPage('riders covid')).toEqual({ first: 'Injuries of riders', near: false })
  })

  it('match a word itself and not through a related term', async () => {
    await add('Delirium on general wards', 'Old patients are confused at night.')
    expect(await getPage('dementia')).toEqual({ first: 'Delirium on general wards', near: true })
    expect(await getPage('delirium')).toEqual({ first: 'Delirium on general wards', near: false })
  })
})

describe('read_search', () => {
  it('reads nothing from stop words', async () => {
    const [row] = await as(owner).query<{ it: Meaning }>(`select to_jsonb(private.read_search('the of', 'm', true)) as it`)
    expect(row?.it).toMatchObject({ typed: [], weights: [] })
  })
})

describe('explain_search', () => {
  it('returns words, meanings, kinds and the matches of each result', async () => {
    const [row] = await as(secretKey).query<{ it: unknown }>(`select public.explain_search('msc HTN kano malria') as it`)
    expect(row?.it).toMatchObject({
      words: [
        { typed: 'msc', weight: 0, optional: true },
        { typed: 'htn', corrected: null },
        { typed: 'kano' },
        { typed: 'malria', corrected: 'malaria' },
      ],
      meanings: expect.arrayContaining([{ part: 'htn', found: 'hypertens', factor: 0.95 }]) as unknown,
      kinds: ['=programme:msc'],
    })
    expect(row?.it).toHaveProperty('results.0.title', 'Adherence of adults with hypertension in Kano')
    expect(row?.it).toHaveProperty('results.0.exact', false)
    expect(row?.it).toHaveProperty(
      'results.0.matches',
      expect.arrayContaining([
        expect.objectContaining({ part: 'htn', found: 'hypertens', share: 0.95 }),
        expect.objectContaining({ part: 'kind or programme', found: '=programme:msc' }),
      ]),
    )
  })

  it('explains a search that finds nothing', async () => {
    const [row] = await as(secretKey).query<{ it: unknown }>(`select public.explain_search('zzxxqq', 't') as it`)
    expect(row?.it).toMatchObject({ results: [], kinds: [] })
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('refuses %s', async (_who, user) => {
    await expect(as(user).query(`select public.explain_search('a')`)).rejects.toMatchObject(noGrant)
  })
})
