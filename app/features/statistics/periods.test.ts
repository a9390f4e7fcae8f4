import { describe, expect, it } from 'vitest'
import { describePeak, formatCountOf, sum } from './counts.ts'
import { axisNames, isPartial, periodName, plotStep, whenIn } from './periods.ts'

describe('plotStep', () => {
  it.each([
    ['2026-11-01', '2026-11-01', 'day'],
    ['2026-10-01', '2026-10-31', 'day'],
    ['2026-10-01', '2026-11-01', 'week'],
    ['2026-01-01', '2026-07-02', 'week'],
    ['2026-01-01', '2026-07-03', 'month'],
    ['2016-11-29', '2026-11-26', 'month'],
  ])('splits %s to %s by %s', (since, until, step) => {
    expect(plotStep({ since, until })).toBe(step)
  })
})

describe('names of periods', () => {
  it('are a day, the days of a week, or a month', () => {
    const week = { starts_on: '2026-10-05', ends_on: '2026-10-11' }
    const month = { starts_on: '2026-10-01', ends_on: '2026-10-31' }
    expect([periodName(week), axisNames([week], 'week'), whenIn(week, 'week')]).toEqual([
      '5–11 Oct 2026',
      ['5 Oct'],
      'in 5–11 Oct 2026',
    ])
    expect([periodName(month), axisNames([month], 'month'), whenIn(month, 'month')]).toEqual(['Oct 2026', ['Oct'], 'in Oct 2026'])
    const before = { starts_on: '2025-12-01', ends_on: '2025-12-31' }
    expect(axisNames([before, month], 'month')).toEqual(['Dec 2025', 'Oct 2026'])
    expect(whenIn({ starts_on: '2026-10-05', ends_on: '2026-10-05' }, 'day')).toBe('on 5 Oct 2026')
  })
})

describe('isPartial', () => {
  it.each([
    ['2026-10-05', '2026-10-05', 'day', false],
    ['2026-11-26', '2026-11-26', 'day', true],
    ['2026-10-05', '2026-10-11', 'week', false],
    ['2026-10-05', '2026-10-10', 'week', true],
    ['2026-11-20', '2026-11-26', 'week', true],
    ['2026-10-01', '2026-10-31', 'month', false],
    ['2026-10-02', '2026-10-31', 'month', true],
    ['2026-10-01', '2026-10-30', 'month', true],
  ] as const)('of %s to %s as a %s is %s', (starts_on, ends_on, step, partial) => {
    expect(isPartial({ starts_on, ends_on }, step, '2026-11-26')).toBe(partial)
  })
})

describe('describePeak', () => {
  const days = ['2026-10-05', '2026-10-06', '2026-10-07'].map((day) => ({ starts_on: day, ends_on: day }))

  it('names the one period that had most', () => {
    expect(describePeak(days, [1, 1200, 3], 'day', 'views')).toBe('Most on 6 Oct 2026: 1,200.')
  })

  it('names none when several had most, or all had nothing', () => {
    expect(describePeak(days, [2, null, 2], 'week', 'views')).toBe('At most 2 a week.')
    expect(describePeak(days, [0, null, 0], 'day', 'new accounts')).toBe('No new accounts in these days.')
  })

  it('says nothing about the peak of a single day', () => {
    expect(describePeak(days.slice(0, 1), [4], 'day', 'views')).toBe('')
  })
})

describe('formatCountOf', () => {
  it('uses the singular for one', () => {
    expect([0, 1, 1200].map((count) => formatCountOf(count, 'topic requests'))).toEqual([
      '0 topic requests',
      '1 topic request',
      '1,200 topic requests',
    ])
  })
})

it('sum leaves out what has no value', () => {
  expect(sum([1, null, 4])).toBe(5)
})
