import { expect, it } from 'vitest'
import { dayArguments, readDayFilter } from './day-filter.ts'

it.each([
  ['from=2026-11-01&to=2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
  ['from=2026-11-20&to=2026-11-01', { from: '2026-11-01', to: '2026-11-20' }],
  ['from=2026-02-30&to=2026-11-01', { from: '', to: '2026-11-01' }],
  ['', { from: '', to: '' }],
])('readDayFilter reads %j', (query, days) => {
  expect(readDayFilter(new URLSearchParams(query))).toEqual(days)
})

it('dayArguments has only the days that bound the list', () => {
  expect(dayArguments({ from: '', to: '2026-11-01' })).toEqual({ until: '2026-11-01' })
})
