import { describe, expect, test } from 'vitest'
import { holidaysIn, reviewDue } from './review-due.ts'

const none = new Set<string>()

describe('reviewDue', () => {
  test.each([
    ['sent on a Monday morning', '2026-11-16T08:00:00Z', '2026-11-23'],
    ['sent on a Friday', '2026-11-20T08:00:00Z', '2026-11-27'],
    ['sent on a Saturday', '2026-11-21T08:00:00Z', '2026-11-27'],
    ['sent on a Sunday', '2026-11-22T08:00:00Z', '2026-11-27'],
    // Half past eleven at night in London is the next day in Lagos.
    ['sent late on a Sunday', '2026-11-22T23:30:00Z', '2026-11-30'],
    ['sent just before midnight in Lagos', '2026-11-22T22:59:59Z', '2026-11-27'],
  ])('reviewDue returns the fifth working day for a work %s', (_when, sentAt, due) => {
    expect(reviewDue(sentAt, none)).toBe(due)
  })

  test('reviewDue skips holidays on any day of the week', () => {
    expect(reviewDue('2026-11-16T08:00:00Z', new Set(['2026-11-18']))).toBe('2026-11-24')
    expect(reviewDue('2026-11-16T08:00:00Z', new Set(['2026-11-21', '2026-11-22']))).toBe('2026-11-23')
    expect(reviewDue('2026-11-16T08:00:00Z', new Set(['2026-11-23', '2026-11-24']))).toBe('2026-11-25')
  })
})

describe('holidaysIn', () => {
  test('holidaysIn reads one day per line and ignores other lines', () => {
    const setting =
      '2026-10-01 Independence Day\n\n  2026-12-25 Christmas Day\r\nmoved by the moon:\n2026-03-20\n20261-01-01\n2026-1-1 x\n'
    expect(holidaysIn(setting)).toEqual(['2026-10-01', '2026-12-25', '2026-03-20'])
    expect(holidaysIn('')).toEqual([])
  })
})
