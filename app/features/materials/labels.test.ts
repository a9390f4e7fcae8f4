import { describe, expect, test } from 'vitest'
import type { Material } from './queries.server.ts'
import { described, deliveryText, getLength, getUse, previewEnd } from './labels.ts'

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
  [described(material), getUse(material), previewEnd(material), getLength(material), deliveryText(material, null)].join('\n')

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
  expect(deliveryText(outline, 'test')).toMatch(/nothing to pay\.$/)
  expect([getLength(outline), previewEnd(outline)]).toEqual([
    'Outline',
    'The introduction ends here. This is an outline: nothing follows it.',
  ])
})

describe('labels of a sample', () => {
  const sample = { ...work, is_sample: true }

  test('labels of a sample all mention that it is a sample', () => {
    for (const response of [described, getUse, previewEnd, getLength, (one: Material) => deliveryText(one, null)]) {
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
