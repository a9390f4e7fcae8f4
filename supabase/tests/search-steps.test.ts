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
  ]) {
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, programme, published_at)
       values ('m-' || gen_random_uuid(), $1, 'thesis', 'msc', now())`,
      [title],
    )
  }
  await as(admin).change(
    `insert into public.thesaurus (term, meaning, sort)
     values ('HTN', 'hypertension', 'abbreviation'), ('breast removal', 'mastectomy', 'lay word')`,
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
