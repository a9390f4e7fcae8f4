import { describe, expect, test } from 'vitest'
import { parsePaidAt } from './csv-values.server.ts'

describe('parsePaidAt', () => {
  test.each([
    ['2026-11-20', '2026-11-20T22:59:59.000Z'],
    ['2026-11-20 14:03:22', '2026-11-20T13:03:22.000Z'],
    ['2026-11-20T14:03:22Z', '2026-11-20T14:03:22.000Z'],
    ['2026-11-20 14:03:22 UTC', '2026-11-20T14:03:22.000Z'],
    ['2026-11-20 14:03 +0000 UTC', '2026-11-20T14:03:00.000Z'],
    ['20 Nov 2026 2:03 PM GMT', '2026-11-20T14:03:00.000Z'],
    ['2026-11-20T14:03:22.123-05:00', '2026-11-20T19:03:22.000Z'],
    ['20/11/2026', '2026-11-20T22:59:59.000Z'],
    ['1 Nov 2026, 9:05 PM', '2026-11-01T20:05:00.000Z'],
    ['November 20, 2026 12:00 am', '2026-11-19T23:00:00.000Z'],
    ['3rd December 2026', '2026-12-03T22:59:59.000Z'],
  ])('parsePaidAt parses %s as %s', (text, moment) => {
    expect(parsePaidAt(text)?.toISOString()).toBe(moment)
  })

  test.each([
    '',
    'yesterday',
    '13/13/2026',
    '2026-02-30',
    '20 Foo 2026',
    '2026-11-20 25:00',
    '2026-11-20 10:00 +99:99',
    '20/11/2026 UTC',
    '2026-99-99T10:00:00Z',
    '0000-05-05',
    '01/01/0001 00:30',
    '0001-01-01T00:00:00+01:00',
  ])('parsePaidAt returns null for %j', (text) => {
    expect(parsePaidAt(text)).toBeNull()
  })
})
