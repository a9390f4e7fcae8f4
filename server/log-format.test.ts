import { expect, test } from 'vitest'
import { jsonLine } from './log-format.ts'

const at = new Date('2026-11-22T08:00:00Z')

test('jsonLine writes one line of JSON with the reference apart and the stack inside', () => {
  const line = jsonLine('error', 'K7QX-9F3M: mails: "mail" 6f0c\n    at deliver (outbox.ts:1)', at)
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({
    time: '2026-11-22T08:00:00.000Z',
    level: 'error',
    reference: 'K7QX-9F3M',
    message: 'mails: "mail" 6f0c\n    at deliver (outbox.ts:1)',
  })
})

test('jsonLine writes no reference for a line without one', () => {
  expect(JSON.parse(jsonLine('info', 'Lamplight is at http://localhost:3000', at))).toEqual({
    time: '2026-11-22T08:00:00.000Z',
    level: 'info',
    message: 'Lamplight is at http://localhost:3000',
  })
})
