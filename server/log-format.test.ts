import { expect, test } from 'vitest'
import { jsonLine } from './log-format.ts'

const at = new Date('2026-11-22T08:00:00Z')

test('a line of the log is one line of JSON, with its reference apart and its stack inside', () => {
  const line = jsonLine('error', 'K7QX-9F3M: mails: "mail" 6f0c\n    at deliver (outbox.ts:1)', at)
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({
    time: '2026-11-22T08:00:00.000Z',
    level: 'error',
    reference: 'K7QX-9F3M',
    message: 'mails: "mail" 6f0c\n    at deliver (outbox.ts:1)',
  })
})

test('a line without a reference has none', () => {
  expect(JSON.parse(jsonLine('info', 'Lamplight is at http://localhost:3000', at))).toEqual({
    time: '2026-11-22T08:00:00.000Z',
    level: 'info',
    message: 'Lamplight is at http://localhost:3000',
  })
})
