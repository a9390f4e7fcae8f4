import { expect, it } from 'vitest'
import { readFilterQuery, readListPath } from './saved-filters.ts'

it.each([
  ['?show=paid&search=Ada+Obi', 'search=Ada+Obi&show=paid'],
  ['?search=&show=paid&after=eyJ&before=x', 'show=paid'],
  ['', ''],
  [`?search=${'x'.repeat(601)}`, ''],
])('readFilterQuery reads the filters of %j', (query, filters) => {
  expect(readFilterQuery(query)).toBe(filters)
})

it.each(['//example.com', '/auth', '/admin', '/admin/money?x=1', 'https://example.com/admin/money'])(
  'readListPath rejects %s',
  (path) => {
    expect(readListPath(path)).toBeNull()
  },
)

it('readListPath accepts a list of the console', () => {
  expect(readListPath('/admin/people/accounts')).toBe('/admin/people/accounts')
})
