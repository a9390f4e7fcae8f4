import { expect, test } from 'vitest'
import { filterSeller, isAddress, readSlugs, type Work } from './works.ts'

test.each([
  ['https://lamplight.example/material-preview/pain-in-labour', ['pain-in-labour']],
  ['http://localhost:3000/material-preview/pain-in-labour/?utm_source=whatsapp#open', ['pain-in-labour']],
  ['pain-in-labour\n\n  wound-care  \n', ['pain-in-labour', 'wound-care']],
  ['/material-preview/Pain-In-Labour', ['pain-in-labour']],
  ['/material-preview/wound-care https://lamplight.example/material-preview/pain', ['wound-care', 'pain']],
  ['???', ['???']],
  ['', []],
])('reads the works of %j', (text, slugs) => {
  expect(readSlugs(text)).toEqual(slugs)
})

test.each([
  ['https://lamplight.example/material-preview/pain', true],
  ['look at /material-preview/pain', true],
  ['HIV/AIDS in pregnancy', false],
])('tells an address from a title: %s', (text, isOne) => {
  expect(isAddress(text)).toBe(isOne)
})

test('filterSeller returns only works of the seller of the first one', () => {
  const work = (slug: string, sellerId: string | null): Work => ({ slug, title: slug, price: 1000, seller: '', sellerId })
  const works = [work('ours', null), work('hers', 'ada'), work('his', 'bola')]
  expect(filterSeller(works, undefined)).toEqual(works)
  expect(filterSeller(works, work('first', null))).toEqual([works[0]])
  expect(filterSeller(works, work('first', 'ada'))).toEqual([works[1]])
})
