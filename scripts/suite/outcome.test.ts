import { expect, test } from 'vitest'
import { getLines, type NotPassed } from './outcome.ts'

const failed: NotPassed = {
  how: 'failed',
  file: 'tests/process/outbox.test.ts',
  name: 'a mail is sent once',
  message: '\u001B[31mexpected 2 to be 1\u001B[39m\n\n  at tests/process/outbox.test.ts:3:1',
}

test('getLines lists failures with their messages before skipped tests', () => {
  const skipped: NotPassed = { how: 'skipped', file: 'a.test.ts', name: 'measures memory', message: '' }
  expect(getLines([skipped, failed, { ...failed, how: 'timed out', message: 'Test timed out in 60000ms.' }])).toEqual([
    'FAILED: tests/process/outbox.test.ts > a mail is sent once',
    '    expected 2 to be 1',
    '      at tests/process/outbox.test.ts:3:1',
    'TIMED OUT: tests/process/outbox.test.ts > a mail is sent once',
    '    Test timed out in 60000ms.',
    'SKIPPED: a.test.ts > measures memory',
  ])
})

test('getLines fits a hundred failures into the last lines of a log', () => {
  const long = { ...failed, message: Array.from({ length: 200 }, () => 'x'.repeat(1000)).join('\n') }
  const lines = getLines(Array.from({ length: 100 }, () => long))
  expect(lines.length).toBeLessThan(70)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300)
  expect(lines.at(-1)).toBe('and 75 more')
})

test('getLines is empty when all tests passed', () => {
  expect(getLines([])).toEqual([])
})
