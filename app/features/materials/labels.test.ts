import { describe, expect, test } from 'vitest'
import type { Material } from './queries.server.ts'
import {
  described,
  getFacts,
  getOrigin,
  getPoints,
  getShareText,
  getReaders,
  getShortDelivery,
  getSummary,
  getUse,
  previewEnd,
  resultsLabel,
} from './labels.ts'

const work = {
  title: 'Hand hygiene on two wards',
  subject_area: 'Infection Control',
  price: 3000,
  pages: 62,
  selar_link: 'https://selar.com/a1b2c3',
  is_sample: false,
  bundle_size: null,
  chapter_one_preview: 'Hands carry germs.',
  preview_section: null,
  abstract: null,
  rating: 0,
  files: [],
  format: 'PDF',
  file_size: null,
} as Partial<Material> as Material

const allOf = (material: Material) =>
  [
    described(material),
    getUse(material),
    previewEnd(material),
    getFacts(material, 0),
    getPoints(material, null, 7)[0]?.text,
  ].join('\n')

test('labels of a work on sale state the open part, length, price and delivery', () => {
  expect(allOf(work)).toMatch(/Read the introduction free\. 62 pages\. ₦3,000\. Infection Control: Hand hygiene on two wards\./)
  expect(previewEnd(work)).toBeNull()
  expect(allOf(work)).toMatch(/The file comes to your email\./)
  expect(allOf(work)).not.toMatch(/sample work|Sample ·|example/)
})

test('getShareText has the title, price, length, first sentence and address', () => {
  expect(getShareText({ ...work, abstract: 'A study of two wards. It took a year.', inside: null }, 'https://a.test/x')).toBe(
    'Hand hygiene on two wards\n₦3,000 · 62 pages\nA study of two wards.\nhttps://a.test/x',
  )
  expect(getShareText({ ...work, list_category: 'outline', pages: null }, 'https://a.test/x')).toBe(
    'Hand hygiene on two wards\nFree to read\nhttps://a.test/x',
  )
})

test('getFacts states rating, sales from five on, length and files in one line', () => {
  expect(getFacts({ ...work, rating: 4.5, file_size: 1_258_291 }, 5)).toBe(
    '★ 4.5 of 5 · Sold 5 times · 62 pages · PDF, 1.2\u{a0}MB',
  )
  expect(getFacts(work, 4)).toBe('62 pages · PDF')
})

test('labels of an outline state that it is free to read and has no file or price', () => {
  const outline = {
    ...work,
    is_sample: true,
    list_category: 'outline',
    price: 0,
    selar_link: null,
    sold_here: false,
    pages: null,
  } as Material
  expect(described(outline)).toMatch(/^An outline, free to read\./)
  expect(getUse(outline)).toMatch(/there is no file\.$/)
  expect(getPoints(outline, 'test', 7)).toEqual([])
  expect([getFacts(outline, 0), previewEnd(outline)]).toEqual([
    'Outline',
    'The introduction ends here. This is an outline: nothing follows it.',
  ])
})

test('getUse allows templates and forms to be adapted, and nothing of a study', () => {
  expect(getUse({ ...work, may_adapt: true })).toMatch(/adapt its templates.*with credit/)
  expect(getUse({ ...work, may_adapt: false })).toContain('do not submit it as your own')
})

test('getOrigin names Lamplight or a student, and the day of the check, and nothing that is not known', () => {
  const upload = { ...work, selar_link: null, sold_here: true, origin: null, files: [], published_at: '2026-09-13T10:00:00Z' }
  const ours = { ...upload, origin: 'Written by our editors.' }
  const of = (material: object) => getOrigin(material as Material)
  expect(of(upload)).toBe('Written by a nursing student. A reviewer read it before it went on sale on 13 Sep 2026.')
  const named = (author: object) => of({ ...upload, author, file_date: '2026-09-03' })
  expect(named({ first_name: 'Ada', school: 'University of Ibadan', study_year: 4 })).toBe(
    'Written by Ada, year 4, University of Ibadan. A reviewer read it before it went on sale on 13 Sep 2026. The file is of 3 Sep 2026.',
  )
  expect(named({ first_name: 'Ada', school: '', study_year: 6 })).toMatch(/^Written by Ada, postgraduate\. A/)
  expect(named({ first_name: 'Ada', school: '', study_year: 0 })).toMatch(/^Written by Ada\. A/)
  expect(of({ ...upload, published_at: null })).toMatch(/before it went on sale\.$/)
  expect(of(ours)).toBe('Written by our editors.')
  expect(of({ ...upload, sold_here: false })).toBeNull()
  expect(of({ ...upload, files: [{}] })).toBeNull()
  expect(of({ ...upload, is_sample: true })).toBeNull()
})

describe('labels of a sample', () => {
  const sample = { ...work, is_sample: true }

  test('labels of a sample all mention that it is a sample', () => {
    for (const response of [
      described,
      getUse,
      previewEnd,
      (one: Material) => getFacts(one, 0),
      (one: Material) => getPoints(one, null, 7)[0]?.text ?? '',
    ]) {
      expect(response(sample)).toMatch(/sample/i)
    }
  })

  test('labels of a sample claim no full work, file, price or payment', () => {
    for (const linked of [sample, { ...sample, selar_link: null }, { ...sample, price: 0 }]) {
      expect(allOf(linked)).not.toMatch(/full work|comes to your email|Selar|you get the file|₦|7 days/)
    }
  })
})

test.each([
  ['first_chapter', 'read chapter one free.', 'Chapter one ends here.'],
  ['introduction', 'read the introduction free.', 'The introduction ends here.'],
  ['abstract', 'read the abstract free.', 'The abstract ends here.'],
])('labels name only the open part %s', (preview_section, free, end) => {
  const response = allOf({ ...work, is_sample: true, preview_section })
  expect(response).toContain(free)
  expect(response).toContain(end)
  expect(response.match(/chapter one|introduction|abstract/gi)).toHaveLength(2)
})

test('described does not promise free reading when the work has nothing to read', () => {
  expect(described({ ...work, chapter_one_preview: null })).toBe(
    '62 pages. ₦3,000. Infection Control: Hand hygiene on two wards.',
  )
})

test.each([
  [42, false, 'Show 42 results'],
  [1, false, 'Show 1 result'],
  [0, false, 'Show 0 results'],
  [1000, true, 'Show more than 1,000 results'],
])('resultsLabel counts %i works (more: %s)', (total, more, label) => {
  expect(resultsLabel(total, more)).toBe(label)
})

test('getReaders returns the sentence on the readers of one of our products', () => {
  expect(getReaders('Slides and a handout.\n\nFor: A student who presents.')).toBe('For a student who presents.')
  expect(getReaders('Slides.\n\nFor: Nurses of a ward.')).toBe('For: Nurses of a ward.')
  expect(getReaders('A survey of 180 mothers.')).toBeNull()
  expect(getReaders(null)).toBeNull()
})

describe('getSummary', () => {
  const of = (abstract: string | null, more: { inside?: string[]; is_sample?: boolean } = {}) =>
    getSummary({ abstract, inside: null, is_sample: false, ...more })

  test('takes the whole summary of one of our products without its readers', () => {
    const abstract = 'Slides and a handout.\n\nWith a teaching plan.\n\nFor: A student who presents.'
    expect(of(abstract, { inside: ['20 slides'] })).toEqual({ first: 'Slides and a handout.', more: 'With a teaching plan.' })
  })

  test('takes whole sentences of an abstract while they fit in two lines', () => {
    const { first, more } = of(`A survey of 180 mothers. ${'Many words follow here. '.repeat(20)}`) ?? { first: '', more: '' }
    expect(first).toBe('A survey of 180 mothers.')
    expect(more).toMatch(/^(Many words follow here\. ?)+$/)
    expect(`${first} ${more}`.length).toBeLessThanOrEqual(240)
    expect(of('word '.repeat(100))?.first.length).toBeLessThanOrEqual(241)
  })

  test('takes the first sentence alone of a sample, and nothing without an abstract', () => {
    expect(of('Pain is common. It was measured.', { is_sample: true })).toEqual({ first: 'Pain is common.', more: '' })
    expect(of(null)).toBeNull()
    expect(of(null, { inside: ['20 slides'] })).toBeNull()
  })
})

test.each([
  [{ sold_here: true, selar_link: null }, 'test', 'Download at once · 7 days to ask for a refund'],
  [{ sold_here: true, selar_link: null, price: 0 }, 'test', 'Download at once · No account'],
  [{ sold_here: true, selar_link: null }, null, null],
  [{}, 'test', 'You pay on Selar · The file comes to your email'],
  [{ price: 0 }, 'test', 'Free on Selar, in a new tab'],
  [{ selar_link: null }, 'test', null],
  [{ is_sample: true }, 'test', null],
] as const)('getShortDelivery says of a work %o with sales %j: %j', (more, selling, line) => {
  expect(getShortDelivery({ ...work, sold_here: false, ...more }, selling, 7)).toBe(line)
})
