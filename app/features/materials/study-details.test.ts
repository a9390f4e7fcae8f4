import { expect, test } from 'vitest'
import { getFile, getProgramme, getReferences } from './study-details.ts'

test.each([
  [{ format: 'Word', file_size: 1_258_291 }, 'Word Document, 1.2\u{a0}MB'],
  [{ format: 'PDF', file_size: 380 * 1024 }, 'PDF, 380\u{a0}kB'],
  // A size that looks like a broken file is left out.
  [{ format: 'PDF', file_size: 2048 }, 'PDF'],
  [{ format: 'Other', file_size: 10 * 1024 }, '10\u{a0}kB'],
  [{ format: null, file_size: null }, null],
])('getFile describes %j as %s', (file, words) => {
  expect(getFile(file)).toBe(words)
})

test.each([
  [46, 2023, '46, the newest of 2023'],
  [46, null, '46'],
  [null, 2023, 'The newest of 2023'],
  [null, null, null],
])('getReferences describes %s references and the year %s as %s', (reference_count, newest_reference_year, words) => {
  expect(getReferences({ reference_count, newest_reference_year })).toBe(words)
})

test('getProgramme returns the common abbreviation', () => {
  expect(['nd', 'hnd', 'bnsc', 'msc', null].map((programme) => getProgramme({ programme }))).toEqual([
    'ND',
    'HND',
    'BNSc',
    'MSc',
    null,
  ])
})
