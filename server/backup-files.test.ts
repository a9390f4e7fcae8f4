import { expect, test } from 'vitest'
import { daysToRemove } from './backup-files.ts'

const daysUntil = (last: string, count: number) =>
  Array.from({ length: count }, (_, back) => new Date(Date.parse(last) - back * 86_400_000).toISOString().slice(0, 10))

test('daysToRemove retains seven days and the first backup of each of four weeks', () => {
  const days = daysUntil('2026-11-22', 60)
  const removed = new Set(daysToRemove(days))
  expect(days.filter((day) => !removed.has(day))).toEqual([
    ...daysUntil('2026-11-22', 7),
    '2026-11-09',
    '2026-11-02',
    '2026-10-26',
  ])
})

test('daysToRemove always retains a backup that is three weeks old or older', () => {
  let stored: string[] = []
  for (const day of daysUntil('2026-12-31', 90).toReversed()) {
    stored = [day, ...stored]
    const removed = new Set(daysToRemove(stored))
    stored = stored.filter((each) => !removed.has(each))
  }
  expect(stored.length).toBeLessThanOrEqual(11)
  expect(stored.at(-1)).toBe('2026-12-07')
})

test('daysToRemove retains all backups when there are few, however old', () => {
  expect(daysToRemove(['2026-11-01', '2025-01-01'])).toEqual([])
})

test('daysToRemove retains only seven days when no weeks are wanted', () => {
  const days = daysUntil('2026-11-22', 12)
  expect(daysToRemove(days, 0)).toEqual(days.slice(7))
})
