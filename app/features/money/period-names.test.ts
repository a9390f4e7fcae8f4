import { expect, it } from 'vitest'
import { formatRange, namePeriod, shortNames } from './period-names.ts'

it('formatRange repeats neither the month nor the year', () => {
  expect(formatRange({ since: '2026-11-20', until: '2026-11-20' })).toBe('20 Nov 2026')
  expect(formatRange({ since: '2026-11-01', until: '2026-11-24' })).toBe('1–24 Nov 2026')
  expect(formatRange({ since: '2026-10-20', until: '2026-11-24' })).toBe('20 Oct – 24 Nov 2026')
  expect(formatRange({ since: '2025-12-01', until: '2026-11-24' })).toBe('1 Dec 2025 – 24 Nov 2026')
})

it('namePeriod names whole months without days', () => {
  expect(namePeriod({ since: '2026-09-01', until: '2026-09-30' })).toBe('Sep 2026')
  expect(namePeriod({ since: '2026-09-15', until: '2026-09-30' })).toBe('15–30 Sep 2026')
  expect(namePeriod({ since: '2026-09-30', until: '2026-09-30' })).toBe('30 Sep 2026')
})

it('shortNames names days and months, and adds the year to months of several years', () => {
  expect(shortNames(['2026-12-31', '2027-01-01'], 'day')).toEqual(['31 Dec', '1 Jan'])
  expect(shortNames(['2026-10-15', '2026-11-01'], 'month')).toEqual(['Oct', 'Nov'])
  expect(shortNames(['2016-11-29', '2026-11-01'], 'month')).toEqual(['Nov 2016', 'Nov 2026'])
  expect(shortNames([], 'month')).toEqual([])
})
