import { expect, it } from 'vitest'
import { dayArguments, readDayFilter } from './day-filter.ts'

it.each([
  ['from=2026-11-01&to=2026-11-20', { from: '2026-11-01', to: '2026-11-20', period: '' }],
  ['from=2026-11-20&to=2026-11-01', { from: '2026-11-01', to: '2026-11-20', period: '' }],
  ['from=2026-02-30&to=2026-11-01', { from: '', to: '2026-11-01', period: '' }],
  ['from=&to=&period=1', { from: '2026-03-02', to: '2026-03-02', period: '1' }],
  ['period=7', { from: '2026-02-24', to: '2026-03-02', period: '7' }],
  ['period=month', { from: '2026-03-01', to: '2026-03-02', period: 'month' }],
  ['period=7&from=2026-01-01', { from: '2026-01-01', to: '', period: '' }],
  ['period=forever', { from: '', to: '', period: '' }],
  ['', { from: '', to: '', period: '' }],
])('readDayFilter reads %j', (query, days) => {
  expect(readDayFilter(new URLSearchParams(query), '2026-03-02')).toEqual(days)
})

it('dayArguments has only the days that bound the list', () => {
  expect(dayArguments({ from: '', to: '2026-11-01' })).toEqual({ until: '2026-11-01' })
})
