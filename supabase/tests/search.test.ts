// public.search_materials: published research_materials only, by users' queries, in pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant, noPolicy } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Found = { id: string; slug: string; title: string; price: number }
type Page = {
  materials: Found[]
  ranks: number[]
  total: number
  more: boolean
  near: boolean
  facets: Record<string, Record<string, number>>
  corrections: { typed: string; corrected: string }[]
  understood: { typed: string; meaning: string }[]
  closest?: Found[]
}
type Options = {
  category?: string[] | undefined
  skip?: number
  size?: number | null
  area?: string
  yearFrom?: number
  priceTo?: number
  format?: string
  sorted?: string
  typed?: boolean
  person?: typeof visitor
}

async function ask(words: string | null, options: Options = {}): Promise<Page> {
  const [row] = await as(options.person ?? visitor).query<{ page: Page }>(
    `select public.search_materials($1, $2::text::jsonb, $3, $4, $5, $6) as page`,
    [
      words,
      JSON.stringify({
        categories: options.category,
        area: options.area,
        year_from: options.yearFrom,
        price_to: options.priceTo,
        format: options.format,
      }),
      options.sorted ?? 'best',
      options.size === undefined ? 24 : options.size,
      options.skip ?? 0,
      options.typed ?? false,
    ],
  )
  if (!row) {
    throw new Error('The search returned nothing')
  }
  return row.page
}
const search = async (words: string | null, options: Options = {}) => (await ask(words, options)).materials
const titles = async (words: string) => (await search(words)).map((row) => row.title)
/** Returns titles that match every word; none if there are only partial matches. */
const exactly = async (words: string) => {
  const { materials, ranks, near } = await ask(words)
  return near ? [] : materials.filter((_, at) => (ranks[at] ?? 0) >= 10_000).map((row) => row.title)
}

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
  for (const [term, meaning] of [
    ['HTN', 'hypertension'],
    ['EBF', 'exclusive breastfeeding'],
    ['ANC', 'antenatal'],
    ['paeds', 'paediatric'],
    ['peds', 'pediatric'],
    ['breastfeed', 'breastfeeding'],
    ['raised blood pressure', 'hypertension'],
  ]) {
    await as(admin).change(`insert into public.thesaurus (term, meaning, sort) values ($1, $2, 'abbreviation')`, [term, meaning])
  }
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
  await as(admin).change(
    `insert into public.research_materials (slug, title, category, subject_area, chapter_one_preview, published_at)
     values ('m-' || gen_random_uuid(), $1, $2, $3, $4, case when $5 then now() end)`,
    [title, row.category ?? 'research_project', row.subject ?? 'Nursing', row.preview ?? null, row.published ?? true],
  )
}

const remove = (title: string) => as(owner).change(`delete from public.research_materials where title = $1`, [title])

describe('access to search', () => {
  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
    ['the secret key', secretKey],
  ])('gives %s only published materials', async (_who, user) => {
    const found = await search('hypertension', { person: user })
    expect(found.map((row) => row.title)).toEqual([works.hypertension])
    expect((await search('', { person: user, size: 100 })).map((row) => row.title)).not.toContain(
      'Unpublished hypertension in Enugu',
    )
    expect((await search('unpublishd hypertention', { person: user })).map((row) => row.title)).not.toContain(
      'Unpublished hypertension in Enugu',
    )
  })

  it('finds a title in Arabic script by its words, without vowel signs', async () => {
    const title = 'رعاية الأُمّ أثناء الولادة، ٢٠٢٦'
    await add(title, {})
    for (const words of ['رعاية', 'الام الولاده', '٢٠٢٦؟ رِعايَة']) {
      expect(await exactly(words), words).toEqual([title])
    }
    expect(await exactly('رعاية الطفل')).toEqual([])
    const [slug] = await as(owner).query(
      `select private.free_slug($1, null) as arabic, private.free_slug('Care ٢ رعاية', null) as both`,
      [title],
    )
    expect(slug).toEqual({ arabic: 'material', both: 'care' })
    await remove(title)
  })

  it('excludes hidden materials and former titles', async () => {
    await add('Vanishing tracheostomy', {})
    expect(await exactly('tracheostomy')).toHaveLength(1)
    await as(admin).change(
      `update public.research_materials set title = 'Renamed colostomy' where title = 'Vanishing tracheostomy'`,
    )
    expect(await exactly('tracheostomy')).toEqual([])
    expect(await exactly('colostomy')).toEqual(['Renamed colostomy'])
    await as(admin).change(`update public.research_materials set published_at = null where title = 'Renamed colostomy'`)
    expect(await titles('colostomy')).toEqual([])
    await as(owner).change(`delete from public.research_materials where title = 'Renamed colostomy'`)
    expect(await as(owner).query(`select 1 from private.search_documents where title like '%colostomy%'`)).toEqual([])
    expect(await as(owner).query(`select 1 from private.search_stem_counts where stem = 'colostomi' and holders > 0`)).toEqual([])
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('denies %s the search tables', async (_who, user) => {
    for (const sql of [
      `select * from private.search_documents`,
      `select * from private.search_postings`,
      `select * from private.search_vocabulary`,
      `select * from private.thesaurus_keys`,
      `select private.read_search('a', 'm', true)`,
      `select private.search_words('a')`,
    ]) {
      await expect(as(user).query(sql), sql).rejects.toMatchObject(noGrant)
    }
  })
})

describe('queries as users type them', () => {
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
    ['raised blood pressure', works.hypertension],
    ['seminar handwashing', 'Handwashing'],
  ])('find for %j only %j', async (words, title) => {
    expect(await exactly(words)).toEqual([title])
  })

  it('match partially a word that occurs only in the preview', async () => {
    const found = await ask('stethoscope')
    expect(found.materials.map((row) => row.title)).toEqual(['Handwashing'])
    expect(found.near).toBe(true)
  })

  it.each(['paeds', 'peds', 'paediatric', 'pediatrics'])('find both spellings for %s', async (words) => {
    expect(await exactly(words)).toEqual([works.paediatric, works.pediatric])
  })

  it.each([
    ['hypertention', works.hypertension, 'hypertension'],
    ['brestfeeding', works.breastfeeding, 'breastfeeding'],
    ['exclusiv brestfeding', works.breastfeeding, 'breastfeeding'],
    ['ibadann', works.accents, 'ibadan'],
    ['Ìbàdànn', works.accents, 'ibadan'],
    ['pedaitric ward', works.paediatric, 'paediatric'],
    ['preclampsia', works.eclampsia, 'preeclampsia'],
  ])('correct the typo %j to find %j and report the correction', async (words, title, response) => {
    const found = await ask(words)
    expect(found.materials.map((row) => row.title)).toContain(title)
    expect(found.corrections.map((word) => word.corrected)).toContain(response)
    const values = await ask(words, { typed: true })
    expect(values.corrections).toEqual([])
    expect(values.near || values.materials.length === 0).toBe(true)
  })

  it.each([
    ['preeclampsia', works.eclampsia],
    ['breast feeding', works.breastfeeding],
    ['hyper tension', works.hypertension],
    ['painassessment', works.paediatric],
    ['antenatal bookings', works.accents],
  ])('match split or joined or inflected words without a correction, such as %j in %j', async (words, title) => {
    const found = await ask(words)
    expect(found.materials[0]?.title).toBe(title)
    expect(found.corrections).toEqual([])
  })

  it.each([
    ['hyper', works.hypertension, 'hypertension'],
    ['HYPER', works.hypertension, 'hypertension'],
    ['client drug hyp', works.hypertension, 'hypertension'],
    ['exclusive brea', works.breastfeeding, 'breastfeeding'],
    ['pae', works.paediatric, 'paediatric'],
    ['Ìbà', works.accents, 'ibadan'],
    ['preecl', works.eclampsia, 'preeclampsia'],
  ])('complete the unfinished last word of %j to find %j and report the completion', async (words, title, response) => {
    const found = await ask(words)
    expect(found.materials.map((row) => row.title)).toContain(title)
    expect(found.near).toBe(false)
    expect(found.corrections).toEqual([])
    expect(found.understood.at(-1)?.meaning.split(', ')).toContain(response)
    const verbatim = await ask(words, { typed: true })
    expect(verbatim.understood).toEqual([])
    expect(verbatim.near || verbatim.materials.length === 0).toBe(true)
  })

  it('complete a word before correcting it to a shorter one', async () => {
    await add('Malaria in a male ward', {})
    const found = await ask('mala')
    expect(found.corrections).toEqual([])
    expect(found.understood).toEqual([{ typed: 'mala', meaning: 'malaria' }])
    expect(found.materials.map((row) => row.title)).toEqual(['Malaria in a male ward'])
    await remove('Malaria in a male ward')
  })

  it.each([
    ['theatr', 'Consent in the operating theatre'],
    ['stres', 'Stress of ward managers'],
    ['diarrho', 'Zinc for diarrhoea'],
    ['anae', 'Anaemia of girls'],
    ['labou', 'Companions in labour'],
    ['immunisat', 'Immunisation at markets'],
  ])('complete the British spelling of %j', async (words, title) => {
    await add(title, {})
    expect(await exactly(words)).toContain(title)
    await remove(title)
  })

  it('complete no word but the last and none of two letters', async () => {
    expect(await titles('hyper xylophone')).toEqual([])
    expect(await titles('hy')).toEqual([])
  })

  it('complete a word by the thesaurus', async () => {
    await as(admin).change(
      `insert into public.thesaurus (term, meaning, sort) values ('wahalawahala', 'hypertension', 'lay word')`,
    )
    expect(await exactly('wahalaw')).toEqual([works.hypertension])
  })

  it('find nothing for an unfinished word of hidden materials', async () => {
    await add('Zygomycosis on a ward', { published: false })
    expect(await titles('zygomy')).toEqual([])
    await remove('Zygomycosis on a ward')
  })

  it('require every word', async () => {
    expect(await exactly('hypertension breastfeeding')).toEqual([])
  })

  it('find nothing when nothing is similar to a title', async () => {
    expect(await titles('xylophone quartet')).toEqual([])
  })
})

describe('related topics', () => {
  it('follow the same rules and exclude deleted ones', async () => {
    await as(admin).change(
      `insert into public.topics_directory (topic, description, subject_area) values
       ('Control of hypertension among traders in Aba', 'A survey.', 'Community Health'),
       ('Salt in the food of traders', 'Blood pressure is read, hypertension is noted.', 'Nutrition'),
       ('Deleted hypertension topic', null, '')`,
    )
    await as(admin).change(`update public.topics_directory set deleted_at = now() where topic like 'Deleted%'`)
    const near = async (words: string) =>
      (await as(visitor).query<{ page: { topics: string[] } }>(`select public.related_topics($1) as page`, [words]))[0]?.page
        .topics
    expect(await near('hypertention')).toEqual(['Control of hypertension among traders in Aba', 'Salt in the food of traders'])
    expect((await near('HTN traders'))?.[0]).toBe('Control of hypertension among traders in Aba')
    expect(await near('xylophone')).toEqual([])
    expect(await near('')).toEqual([])
  })
})

describe('ranking', () => {
  beforeAll(async () => {
    await add('Fluid balance on a gastrology ward', { preview: 'Oesophagoscopy is mentioned once.' })
    await add('Nursing care before and after oesophagoscopy', {})
    await add('Consent and oesophagoscopy of elderly clients', {})
    await add('Elderly clients of a gastrology clinic', {})
  })

  it('prefers titles to texts and more matched words to fewer', async () => {
    expect(await titles('oesophagoscopy')).toEqual([
      'Consent and oesophagoscopy of elderly clients',
      'Nursing care before and after oesophagoscopy',
      'Fluid balance on a gastrology ward',
    ])
    expect((await titles('esophagoscopy elderly clients'))[0]).toBe('Consent and oesophagoscopy of elderly clients')
  })

  it('prefers adjacent words to separate ones', async () => {
    await add('Wound care of clients in a ward for burnt hands', {})
    await add('Ward routine and the wound of a hand', {})
    expect((await titles('hand wound ward'))[0]).toBe('Ward routine and the wound of a hand')
    expect((await titles('wound care'))[0]).toBe('Wound care of clients in a ward for burnt hands')
  })

  it('prefers works of a named kind without requiring its name in them', async () => {
    await add('Gastroschisis of the newborn', { category: 'thesis' })
    await add('Gastroschisis of the newborn, reviewed', { category: 'seminar' })
    expect(await exactly('seminar paper on gastroschisis')).toEqual([
      'Gastroschisis of the newborn, reviewed',
      'Gastroschisis of the newborn',
    ])
    expect((await titles('thesis gastroschisis'))[0]).toBe('Gastroschisis of the newborn')
    expect(await exactly('seminar')).toEqual(expect.arrayContaining(['Gastroschisis of the newborn, reviewed', 'Handwashing']))
    expect(await exactly('seminar')).not.toContain('Gastroschisis of the newborn')
  })

  it('prefers the subject to common words that are rarer in titles', async () => {
    await add('Epispadias repair', {})
    await add('Hope that is lost, and final words', {})
    expect((await titles('what is lost in final epispadias care'))[0]).toBe('Epispadias repair')
  })

  it('prefers works of a named programme, and works of it alone when nothing else is typed', async () => {
    await add('Omphalocele of the newborn', {})
    await add('Omphalocele of the newborn, at length', {})
    await as(admin).change(`update public.research_materials set programme = 'msc' where title like 'Omphalocele%length'`)
    expect(await exactly('omphalocele MSc')).toEqual(['Omphalocele of the newborn, at length', 'Omphalocele of the newborn'])
    expect(await exactly('masters degree')).toEqual(['Omphalocele of the newborn, at length'])
  })

  it('does not join words of different meaning by their stem', async () => {
    await add('Attitudes to ageing', {})
    await add('Girls aged 15 to 19', {})
    expect(await titles('ageing')).toEqual(['Attitudes to ageing'])
  })

  it.each([
    ['cross sectional', 'Sectional x-ray of the knee', 'Care after a perineal section'],
    ['attendants', 'Attendants at a birth', 'Birth plans of those attending a fair'],
    ['universal', 'Universal donors', 'Universities'],
  ])('does not match %j with a word that only begins alike', async (words, same, other) => {
    await add(same, {})
    await add(other, {})
    expect(await titles(words)).toContain(same)
    expect(await titles(words)).not.toContain(other)
  })

  it('calls a work that mentions a word once in its text a partial match', async () => {
    await add('Bronchiectasis in adults', {})
    await add('Cough in adults', { preview: 'It may be bronchiectasis.' })
    expect(await exactly('bronchiectasis')).toEqual(['Bronchiectasis in adults'])
    expect(await titles('bronchiectasis')).toEqual(['Bronchiectasis in adults', 'Cough in adults'])
  })

  it('matches unexplained initials with the words of a title', async () => {
    await add('Use of the Zuma quality index in wards', {})
    expect(await titles('ZQI')).toEqual(['Use of the Zuma quality index in wards'])
  })
})

describe('a search that finds nothing', () => {
  const closest = async (words: string, options: Options = {}) =>
    (await ask(words, options)).closest?.map(({ title }) => title) ?? null

  it('names works with similar words, which are no results', async () => {
    expect(await ask('hypatenshun')).toMatchObject({ materials: [], total: 0, near: false, corrections: [], facets: {} })
    expect(await closest('hypatenshun')).toEqual([works.hypertension])
    expect(await closest('eklampshya of a zzxxqq')).toEqual([works.eclampsia])
  })

  it('names works of which three words begin with letters of an abbreviation', async () => {
    await add('Diets of mothers living with HIV', {})
    expect(await closest('PLWHA')).toEqual(['Diets of mothers living with HIV'])
    expect(await closest('PWXHA')).toEqual([])
    await remove('Diets of mothers living with HIV')
  })

  it('names none for words that resemble none, with filters, as typed, or if something was found', async () => {
    expect(await closest('zzxxqq wvbnmq')).toEqual([])
    expect(await closest('hypatenshun', { area: 'Nursing' })).toBeNull()
    expect(await closest('hypatenshun', { typed: true })).toBeNull()
    expect(await closest('hypertension')).toBeNull()
  })

  it('does not use words that are only mentioned', async () => {
    expect(await closest('stetoskope')).toEqual([])
  })
})

describe('the thesaurus', () => {
  it('takes effect immediately in one or both directions and until it is deleted', async () => {
    await add('Sialolithiasis in adults', {})
    expect(await exactly('salivary stone')).toEqual([])
    await as(admin).change(
      `insert into public.thesaurus (term, meaning, sort, both_ways) values ('salivary stone', 'sialolithiasis', 'lay word', false)`,
    )
    expect(await exactly('salivary stones')).toEqual(['Sialolithiasis in adults'])
    await add('Salivary stone removal', {})
    expect(await exactly('sialolithiasis')).toEqual(['Sialolithiasis in adults'])
    await as(admin).change(`update public.thesaurus set both_ways = true where term = 'salivary stone'`)
    expect(await exactly('sialolithiasis')).toEqual(['Sialolithiasis in adults', 'Salivary stone removal'])
    await as(admin).change(`update public.thesaurus set deleted_at = now() where term = 'salivary stone'`)
    expect(await exactly('sialolithiasis')).toEqual(['Sialolithiasis in adults'])
  })

  it('continues through synonyms but not through abbreviations', async () => {
    await add('Ranula repair', {})
    await as(admin).change(
      `insert into public.thesaurus (term, meaning, sort, both_ways) values
         ('mouth bag', 'sublingual cyst', 'lay word', false), ('sublingual cyst', 'ranula', 'synonym', true),
         ('SLC', 'sublingual cyst', 'abbreviation', true), ('SLC', 'school leaving certificate', 'abbreviation', true)`,
    )
    await add('School leaving certificate and entry to nursing', {})
    expect(await exactly('mouth bag')).toEqual(['Ranula repair'])
    expect((await exactly('SLC')).toSorted()).toEqual(['Ranula repair', 'School leaving certificate and entry to nursing'])
    expect(await titles('sublingual cyst')).toEqual(['Ranula repair'])
  })

  it('finds a town by its state and a state by its town', async () => {
    await as(admin).change(
      `insert into public.thesaurus (term, meaning, sort, both_ways) values ('Zamfara', 'Gusau', 'related', true)`,
    )
    await add('Trachoma in Zamfara State', {})
    await add('Trachoma in Gusau', {})
    expect(await exactly('trachoma Gusau')).toEqual(['Trachoma in Gusau', 'Trachoma in Zamfara State'])
    expect(await exactly('trachoma Zamfara')).toEqual(['Trachoma in Zamfara State', 'Trachoma in Gusau'])
  })

  it('ignores a term that has only common words and stop words', async () => {
    await as(admin).change(`insert into public.thesaurus (term, meaning, sort) values ('study of nurses', 'ranula', 'synonym')`)
    expect(await titles('study')).not.toContain('Ranula repair')
  })

  it('lets common words stand for one another', async () => {
    await add('Determinants of halitosis', {})
    await add('Remedies for halitosis', {})
    await as(admin).change(
      `insert into public.thesaurus (term, meaning, sort) values ('factors affecting', 'determinants', 'synonym')`,
    )
    expect(await exactly('factors affecting halitosis')).toEqual(['Determinants of halitosis', 'Remedies for halitosis'])
  })

  it('distinguishes handing over from hands', async () => {
    const understood = async (words: string) => {
      const [row] = await as(visitor).query<{ page: { understood: unknown } }>('select public.search_materials($1) as page', [
        words,
      ])
      return row?.page.understood
    }
    await as(admin).change(`insert into public.thesaurus (term, meaning, sort) values ('hand over', 'handover', 'lay word')`)
    expect(await understood('hand hygiene')).toEqual([])
    expect(await understood('how nurses hand over')).toEqual([{ typed: 'hand over', meaning: 'handover' }])
  })

  it('is not used for a verbatim search', async () => {
    const [row] = await as(visitor).query<{ page: { total: number; understood: unknown } }>(
      `select public.search_materials('HTN') as page`,
    )
    expect(row?.page.total).toBeGreaterThan(0)
    expect(row?.page.understood).toEqual([{ typed: 'htn', meaning: 'hypertension' }])
    const [verbatim] = await as(visitor).query<{ page: { total: number; understood: unknown } }>(
      `select public.search_materials('HTN', verbatim => true) as page`,
    )
    expect(verbatim?.page).toMatchObject({ total: 0, understood: [] })
  })

  it('imports a file atomically with one log entry', async () => {
    const entries = [
      { term: 'salivary stone', meaning: 'sialolithiasis', sort: 'synonym', both_ways: false },
      { term: 'spit gland', meaning: 'salivary', sort: 'lay word', both_ways: true },
    ]
    const [first] = await as(admin).query<{ n: number }>(`select public.import_thesaurus($1::text::jsonb) as n`, [
      JSON.stringify(entries),
    ])
    expect(first?.n).toBe(2)
    const [again] = await as(admin).query<{ n: number }>(`select public.import_thesaurus($1::text::jsonb) as n`, [
      JSON.stringify(entries),
    ])
    expect(again?.n).toBe(0)
    expect(await exactly('salivary stone')).toContain('Sialolithiasis in adults')
    expect(
      await as(admin).query(
        `select details ->> 'written' as written from public.audit_log where action = 'thesaurus.imported' order by id`,
      ),
    ).toEqual([{ written: '2' }, { written: '0' }])
    await expect(as(ada).query(`select public.import_thesaurus('[]')`)).rejects.toMatchObject({ code: '42501' })
    await expect(
      as(admin).query(`select public.import_thesaurus($1::text::jsonb)`, [
        JSON.stringify([entries[1], { ...entries[0], meaning: '' }]),
      ]),
    ).rejects.toMatchObject({ code: '23514' })
  })

  it('purges entries deleted thirty days ago', async () => {
    await as(admin).change(`insert into public.thesaurus (term, meaning, deleted_at) values ('old', 'entry', now())`)
    await as(owner).change(`update public.thesaurus set deleted_at = now() - interval '31 days' where term = 'old'`)
    await as(secretKey).query(`select public.purge_deleted()`)
    expect(await as(owner).query(`select 1 from public.thesaurus where term = 'old'`)).toEqual([])
  })

  it('is edited only by admins', async () => {
    await expect(as(visitor).query(`select 1 from public.thesaurus`)).rejects.toMatchObject(noGrant)
    expect(await as(ada).query(`select 1 from public.thesaurus`)).toEqual([])
    await expect(as(ada).change(`insert into public.thesaurus (term, meaning) values ('a', 'b')`)).rejects.toMatchObject(noPolicy)
    expect(await as(ada).change(`update public.thesaurus set meaning = 'x'`)).toBe(0)
  })
})

describe('special characters', () => {
  it.each(['%', '_', '*', "'", '"', '\\', '()', ':*', '&', '|', '!', '<->', '%%%', '{}', '\u202E', '🩺', "';--"])(
    'find nothing for %j alone',
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
  ])('are not query syntax in %j', async (words) => {
    const found = await titles(words)
    expect(found).not.toContain('Unpublished hypertension in Enugu')
    expect(found.length).toBeLessThan(3)
  })

  it.each(['h%tension', 'h*tension', 'hyper_ension', '%tension', 'h:*tension'])(
    'are literal text and not a pattern in %j',
    async (words) => {
      expect(await exactly(words)).toEqual([])
    },
  )

  it('in a title do not prevent finding it', async () => {
    expect(await exactly('100% off_label (a*b)')).toEqual([works.signs])
    expect(await exactly('"quoted"')).toEqual([works.signs])
  })

  it('find nothing exactly for stop words alone', async () => {
    expect(await exactly('the of and')).toEqual([])
  })

  it('do not matter beyond the maximum length of a query', async () => {
    expect(await exactly(`hypertension ${'enugu '.repeat(200_000)}`)).toEqual([works.hypertension])
    expect(await titles('x'.repeat(1_000_000))).toEqual([])
  })
})

describe('filters and pages', () => {
  const many = 60

  beforeAll(async () => {
    // Titles that repeat, so that a page can end between two of the same name.
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, published_at)
       select 'series-' || n, 'Series on lassa ' || n / 7, case when n % 2 = 0 then 'proposal' else 'thesis' end, now() from generate_series(1, $1::int) n`,
      [many],
    )
  })

  /** Returns all pages of a search, one after the other, as a reader opens them. */
  async function allPages(words: string, size: number, options: Options = {}) {
    const pages: Page[] = []
    for (let skip = 0; ; skip += size) {
      const page = await ask(words, { skip, size, ...options })
      if (page.materials.length === 0) {
        return pages
      }
      pages.push(page)
      if (pages.length > many) {
        throw new Error('The pages never end')
      }
    }
  }

  it.each([1, 7, 24, 100])('neither skip nor repeat works in pages of %i', async (size) => {
    const pages = await allPages('lassa', size)
    const found = pages.flatMap((page) => page.materials)
    expect(new Set(found.map((row) => row.id)).size).toBe(many)
    expect(found).toHaveLength(many)
    expect(pages).toHaveLength(Math.ceil(many / size))
    const [inOrder] = await as(owner).query<{ ids: string[] }>(
      `select array_agg(id order by title, id) as ids from public.research_materials where slug like 'series-%'`,
    )
    expect(found.map((row) => row.id)).toEqual(inOrder?.ids)
  })

  it('show the total on each page', async () => {
    for (const page of await allPages('lassa', 25)) {
      expect(page.total).toBe(many)
    }
    const [published] = await as(owner).query<{ total: number }>(
      `select count(*)::int as total from public.research_materials where published_at is not null`,
    )
    expect((await ask('', { size: 1 })).total).toBe(published?.total)
  })

  it.each([
    ['an unknown name', { category: 'thesis' }, '22023'],
    ['a list', ['thesis'], '22023'],
    ['a word for a number', { year_from: 'recent' }, '22P02'],
    ['a word for a list', { categories: 'thesis' }, '22P02'],
  ])('reject filters with %s', async (_what, filters, code) => {
    await expect(
      as(visitor).query(`select public.search_materials('', $1::text::jsonb)`, [JSON.stringify(filters)]),
    ).rejects.toMatchObject({ code })
  })

  it('list everything by title without a query', async () => {
    for (const words of ['', '   ', null]) {
      const found = await search(words, { size: 100 })
      const [published] = await as(owner).query<{ titles: string[] }>(
        `select array_agg(title order by title, id) as titles from public.research_materials where published_at is not null`,
      )
      expect(found.map((row) => row.title)).toEqual(published?.titles)
    }
  })

  it.each(['best', 'newest', 'opened', 'price-up', 'price-down'])(
    'list samples after works for sale in the order %s over all pages',
    async (sorted) => {
      await as(owner).change(
        `update public.research_materials set is_sample = true where slug like 'series-%' and slug like '%1'`,
      )
      const found = (await allPages('', 7, { sorted })).flatMap((page) => page.materials)
      const rows = await as(owner).query<{ id: string; is_sample: boolean }>(
        `select id, is_sample from public.research_materials where published_at is not null`,
      )
      expect(new Set(found.map(({ id }) => id)).size).toBe(rows.length)
      expect(found).toHaveLength(rows.length)
      const samples = new Set(rows.filter(({ is_sample }) => is_sample).map(({ id }) => id))
      expect(samples.size).toBeGreaterThan(5)
      expect(found.slice(-samples.size).every(({ id }) => samples.has(id))).toBe(true)
      await as(owner).change(`update public.research_materials set is_sample = false where slug like 'series-%'`)
    },
  )

  it('combine several categories and return nothing for an unknown one', async () => {
    expect(await search('lassa', { category: ['proposal'], size: 100 })).toHaveLength(many / 2)
    expect(await search('lassa', { category: ['proposal', 'thesis'], size: 100 })).toHaveLength(many)
    expect(await search('lassa', { category: ['no such'], size: 100 })).toEqual([])
    expect(await search('lassa', { category: [], size: 100 })).toEqual([])
  })

  it('restrict results and count the works of other options', async () => {
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, subject_area, price, year_of_study, format, published_at)
       select 'narrow-' || n, 'Narrowing kwashiorkor ' || n, case when n % 2 = 0 then 'proposal' else 'seminar' end,
              case when n < 4 then 'Child Health' else 'Nutrition' end, n * 1000, 2014 + n, case when n = 1 then 'PDF' else 'Word' end, now()
         from generate_series(1, 6) n`,
    )
    const found = async (options: Options) => (await search('kwashiorkor', options)).map((row) => row.price / 1000).toSorted()
    expect(await found({})).toEqual([1, 2, 3, 4, 5, 6])
    expect(await found({ area: 'child health' })).toEqual([1, 2, 3])
    expect(await found({ yearFrom: 2019 })).toEqual([5, 6])
    expect(await found({ priceTo: 2000 })).toEqual([1, 2])
    expect(await found({ format: 'PDF' })).toEqual([1])
    expect(await found({ area: 'Nutrition', category: ['proposal'] })).toEqual([4, 6])
    const { facets } = await ask('kwashiorkor', { area: 'Nutrition', category: ['proposal'] })
    expect(facets.category).toEqual({ proposal: 2, seminar: 1 })
    expect(facets.area).toEqual({ 'Child Health': 1, Nutrition: 2 })
    expect(facets.without).toEqual({ category: 3, area: 3, year: 2, price: 2, format: 2, all: 6 })
    const none = await ask('kwashiorkor', { area: 'Nutrition', format: 'PDF' })
    expect(none.materials).toEqual([])
    expect(none.facets.without).toMatchObject({ area: 1, format: 3 })
    const free = await ask('kwashiorkor', { area: 'Nutrition', format: 'PDF', priceTo: 0 })
    expect(free.facets.without).toEqual({ all: 6 })
    expect((await ask('zzxxqq', { area: 'Nutrition', priceTo: 0 })).facets).toEqual({})
  })

  it.each(['', 'kwashiorkor'])('sort by price and age across pages with the query %j', async (words) => {
    const prices = async (sorted: string) =>
      (await allPages(words, 2, { sorted, area: 'Nutrition' })).flatMap((page) => page.materials.map((row) => row.price))
    expect(await prices('price-up')).toEqual([4000, 5000, 6000])
    expect(await prices('price-down')).toEqual([6000, 5000, 4000])
    expect(await prices('newest')).toHaveLength(3)
  })

  it.each(['', 'kwashiorkor'])('sort by views of the last four weeks with the query %j', async (words) => {
    await as(owner).change(
      `insert into public.views_and_clicks (material_id, day, views)
       select m.id, (now() at time zone 'Africa/Lagos')::date - v.back, v.views
         from (values ('narrow-4', 1, 2), ('narrow-4', 20, 3), ('narrow-5', 2, 4), ('narrow-6', 40, 900)) as v (slug, back, views)
         join public.research_materials m using (slug)`,
    )
    const pages = await allPages(words, 2, { sorted: 'opened', area: 'Nutrition' })
    expect(pages.flatMap((page) => page.materials.map((row) => row.price))).toEqual([4000, 5000, 6000])
    await as(owner).change(`delete from public.views_and_clicks`)
  })

  it('count options also without a query or filters', async () => {
    const { facets } = await ask('')
    const [counted] = await as(owner).query<{ areas: number; word: number; cheap: number }>(
      `select count(*) filter (where subject_area = 'Nutrition')::int as areas, count(*) filter (where format = 'Word')::int as word,
              count(*) filter (where price <= 1000)::int as cheap
         from public.research_materials where published_at is not null`,
    )
    expect([facets.area?.Nutrition, facets.format?.Word, facets.price?.['1000']]).toEqual([
      counted?.areas,
      counted?.word,
      counted?.cheap,
    ])
  })

  it('do not correct to a word that only another category has', async () => {
    const found = await search('handwashing', { category: ['thesis'] })
    expect(found.map((row) => row.title)).not.toContain('Handwashing')
  })

  it.each([
    [0, 1],
    [-5, 1],
    [null, 24],
    [100, 100],
    [1_000_000, 100],
  ])('limit a page of %j to %i', async (asked, input) => {
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, published_at)
       select 'bulk-' || n, 'Bulk ' || n, 'thesis', now() from generate_series(1, 120) n on conflict do nothing`,
    )
    expect(await search('', { size: asked })).toHaveLength(input)
  })
})
