import { describe, expect, it } from 'vitest'
import { readDateRange } from './date-range.ts'

const read = (search: string, today = '2026-11-26') => readDateRange(new URLSearchParams(search), today)

describe('presets', () => {
  it.each([
    ['7-days', '2026-11-20', '2026-11-26', '2026-11-13', '2026-11-19', 'day'],
    ['30-days', '2026-10-28', '2026-11-26', '2026-09-28', '2026-10-27', 'day'],
    ['this-month', '2026-11-01', '2026-11-26', '2026-10-01', '2026-10-26', 'day'],
    ['last-month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', 'day'],
    ['this-year', '2026-01-01', '2026-11-26', '2025-01-01', '2025-11-26', 'month'],
  ])('%s begins and ends on its days and has a period before', (preset, since, until, ...before) => {
    expect(read(`period=${preset}`)).toEqual({
      preset,
      since,
      until,
      before: { since: before[0], until: before[1] },
      step: before[2],
      correction: null,
    })
  })

  it('compare the last day of a month with the last of a shorter one', () => {
    expect(read('period=this-month', '2027-03-31').before).toEqual({ since: '2027-02-01', until: '2027-02-28' })
    expect(read('period=last-month', '2027-01-05')).toMatchObject({
      since: '2026-12-01',
      until: '2026-12-31',
      before: { since: '2026-11-01', until: '2026-11-30' },
    })
  })

  it('are the last thirty days without a known name', () => {
    expect(read('')).toMatchObject({ preset: '30-days', since: '2026-10-28' })
    expect(read('period=for-ever&from=yesterday')).toMatchObject({ preset: '30-days' })
  })
})

describe('own dates', () => {
  it('are compared with as many days before', () => {
    expect(read('from=2026-11-01&to=2026-11-10')).toEqual({
      preset: null,
      since: '2026-11-01',
      until: '2026-11-10',
      before: { since: '2026-10-22', until: '2026-10-31' },
      step: 'day',
      correction: null,
    })
  })

  it('are shown by month and compared with earlier years when there are many', () => {
    expect(read('from=2026-03-15&to=2026-08-20')).toMatchObject({
      step: 'month',
      before: { since: '2025-03-15', until: '2025-08-20' },
    })
    expect(read('from=2024-06-01&to=2026-05-31')).toMatchObject({ before: { since: '2022-06-01', until: '2024-05-31' } })
  })

  it('may be typed in either order, end today and span at most ten years', () => {
    expect(read('from=2026-11-10&to=2026-11-01')).toMatchObject({ since: '2026-11-01', until: '2026-11-10' })
    expect(read('from=2026-11-20&to=2030-01-01')).toMatchObject({ since: '2026-11-20', until: '2026-11-26' })
    expect(read('from=2027-11-20&to=2030-01-01')).toMatchObject({ since: '2026-11-26', until: '2026-11-26' })
    expect(read('from=1900-01-01')).toMatchObject({ since: '2016-11-29', until: '2026-11-26' })
    expect(read('to=2026-11-10')).toMatchObject({ since: '2026-10-12', until: '2026-11-10' })
  })

  it.each([
    ['from=2026-02-30&to=2026-03-10', 'One of the dates is not in the calendar.'],
    ['from=yesterday', 'One of the dates is not in the calendar.'],
    ['from=0001-01-01&to=2026-11-20', 'One of the dates is not in the calendar.'],
    ['to=0026-11-20', 'One of the dates is not in the calendar.'],
    [
      'from=2026-02-30&to=2030-01-01',
      'One of the dates is not in the calendar. Days after today have no figures yet, so they are left out.',
    ],
    [
      'from=2027-01-01&to=2026-11-20',
      'The first date is after the last one, so they are swapped. Days after today have no figures yet, so they are left out.',
    ],
    [
      'from=2001-01-01&to=2030-01-01',
      'Days after today have no figures yet, so they are left out. At most ten years fit, so earlier days are left out.',
    ],
    ['from=2026-11-10&to=2026-11-01', 'The first date is after the last one, so they are swapped.'],
    ['from=2026-11-20&to=2030-01-01', 'Days after today have no figures yet, so they are left out.'],
    ['from=2001-01-01&to=2026-11-01', 'At most ten years fit, so earlier days are left out.'],
    ['from=&to=', null],
    ['from=2016-11-29&to=2026-11-26', null],
  ])('%s is explained when it cannot be shown as it is', (search, sentence) => {
    expect(read(search).correction).toBe(sentence)
  })
})
