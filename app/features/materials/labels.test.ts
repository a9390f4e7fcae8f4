import { describe, expect, test } from 'vitest'
import type { Material } from './queries.server.ts'
import { described, getLength, getOrigin, getPoints, getReaders, getSummary, getUse, previewEnd, resultsLabel } from './labels.ts'

const work = {
  title: 'Hand hygiene on two wards',
  subject_area: 'Infection Control',
  price: 3000,
  pages: 62,
  selar_link: 'https://selar.com/a1b2c3',
  is_sample: false,
  chapter_one_preview: 'Hands carry germs.',
  preview_section: null,
  abstract: null,
} as Material

const allOf = (material: Material) =>
  [described(material), getUse(material), previewEnd(material), getLength(material), getPoints(material, null, 7)[0]?.text].join(
    '\n',
  )

test('labels of a work on sale state the open part, length, price and delivery', () => {
  expect(allOf(work)).toMatch(/Read the introduction free\. 62 pages\. ₦3,000\. Infection Control: Hand hygiene on two wards\./)
  expect(allOf(work)).toMatch(/The introduction ends here\. The full work has 62 pages\./)
  expect(allOf(work)).toMatch(/The file comes to your email\./)
  expect(allOf(work)).not.toMatch(/sample work|Sample ·|example/)
})

test('labels of an outline state that it is free to read and has no file or price', () => {
  const outline = { ...work, is_sample: true, price: 0, selar_link: null, sold_here: false, pages: null } as Material
  expect(described(outline)).toMatch(/^An outline, free to read\./)
  expect(getUse(outline)).toMatch(/there is no file\.$/)
  expect(getPoints(outline, 'test', 7)).toEqual([])
  expect([getLength(outline), previewEnd(outline)]).toEqual([
    'Outline',
    'The introduction ends here. This is an outline: nothing follows it.',
  ])
})

test('getOrigin names Lamplight or a student, and the day of the check, and nothing that is not known', () => {
  const upload = { ...work, selar_link: null, sold_here: true, inside: null, files: [], published_at: '2026-09-13T10:00:00Z' }
  const ours = { ...upload, inside: ['Slides'], file_date: '2026-11-20' }
  const of = (material: object) => getOrigin(material as Material)
  expect(of(upload)).toBe('Written by a nursing student. A reviewer read it before it went on sale on 13 Sep 2026.')
  expect(of({ ...upload, published_at: null })).toMatch(/before it went on sale\.$/)
  expect(of(ours)).toBe('Written by Lamplight, last changed on 20 Nov 2026.')
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
      getLength,
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
  ['first_chapter', 'Read chapter one free.', 'Chapter one ends here.'],
  ['introduction', 'Read the introduction free.', 'The introduction ends here.'],
  ['abstract', 'Read the abstract free.', 'The abstract ends here.'],
])('labels name only the open part %s', (preview_section, free, end) => {
  const response = allOf({ ...work, preview_section })
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
  test('joins the summary of one of our products without its readers', () => {
    const abstract = 'Slides and a handout.\n\nWith a teaching plan.\n\nFor: A student who presents.'
    expect(getSummary({ abstract, inside: ['20 slides'], is_sample: false })).toBe('Slides and a handout. With a teaching plan.')
  })

  test('takes whole sentences of an abstract while they fit in two lines', () => {
    const long = 'Many words follow here. '.repeat(20)
    expect(getSummary({ abstract: `A survey of 180 mothers. ${long}`, inside: null, is_sample: false })).toMatch(
      /^A survey of 180 mothers\. .*here\.$/,
    )
    expect(
      getSummary({ abstract: `A survey of 180 mothers. ${long}`, inside: null, is_sample: false })?.length,
    ).toBeLessThanOrEqual(240)
    expect(getSummary({ abstract: 'word '.repeat(100), inside: null, is_sample: false })?.length).toBeLessThanOrEqual(241)
    expect(getSummary({ abstract: 'An outline.', inside: null, is_sample: true })).toBeNull()
    expect(getSummary({ abstract: null, inside: null, is_sample: false })).toBeNull()
  })
})
