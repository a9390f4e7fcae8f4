import { expect, test } from 'vitest'
import { getCategory, listCategories, marketplaceLabels, materialCategories } from '#app/features/materials/categories.ts'
import { marketplacePath, parseMarketplaceQuery } from './schema.ts'

const parse = (query: string) => parseMarketplaceQuery(new URLSearchParams(query))

test('parseMarketplaceQuery parses an address and round-trips with marketplacePath', () => {
  const query = parse('search=%20night%20shift%20&category=client-care-study')
  expect(query).toMatchObject({ search: 'night shift', category: 'client care study', order: 'best', page: 1 })
  const narrowed = parse('search=a&area=Maternal+Health&year=2022&price=0&format=PDF&order=price-up&typed=yes&page=3')
  expect(narrowed).toMatchObject({
    area: 'Maternal Health',
    year: 2022,
    price: 0,
    format: 'PDF',
    order: 'price-up',
    typed: true,
    page: 3,
  })
  expect(parse(marketplacePath(narrowed).split('?')[1] ?? '')).toEqual(narrowed)
  expect(parse(marketplacePath(query).split('?')[1] ?? '')).toEqual(query)
})

test.each([
  'category=poems',
  'after=1',
  'page=0',
  'page=1e9',
  'year=1800',
  'price=-1',
  'format=exe',
  'order=worst',
  `area=${'a'.repeat(200)}`,
  `search=${'a'.repeat(300)}`,
  'search=%00%01',
  '',
])('parseMarketplaceQuery ignores the invalid query %s', (query) => {
  expect(() => parse(query)).not.toThrow()
})

test('marketplaceLabels cover all stored categories', () => {
  const stored = materialCategories.map((category) => category.stored)
  expect(marketplaceLabels).toEqual(['research project', 'seminar', 'client care study', 'proposal', 'study aid', 'outline'])
  expect(marketplaceLabels.flatMap(listCategories).toSorted()).toEqual([...stored, 'outline'].toSorted())
  expect(listCategories('research project')).toEqual(['research_project', 'thesis'])
  expect(new Set(stored.map((category) => getCategory(category).pageLabel))).toEqual(
    new Set(['projects', 'research', 'seminars', 'case-studies', 'proposals', 'study aid']),
  )
})
