import { expect, test, vi } from 'vitest'
import { createLogger, textOutput } from './log.server.ts'

const written: string[] = []
const json = createLogger({ write: (line) => void written.push(line) })
const text = createLogger(textOutput)

test('writes one line of JSON with time, level, event, fields and message', () => {
  written.length = 0
  json.error(
    { event: 'order.start_failed', reference: 'K7QX-9F3M', order: 'll-1', error: 'a\n    at b (c.ts:1)' },
    'Could not start',
  )
  expect(written).toHaveLength(1)
  expect(written[0]?.trimEnd()).not.toContain('\n')
  expect(JSON.parse(written[0] ?? '')).toEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    event: 'order.start_failed',
    reference: 'K7QX-9F3M',
    order: 'll-1',
    error: 'a\n    at b (c.ts:1)',
    message: 'Could not start',
  })
})

test('redacts personal fields', () => {
  written.length = 0
  json.info({ event: 'a.test', email: 'ada@example.ng', token: 'secret', account_number: '0123456789' }, 'A test')
  expect(written[0]).not.toMatch(/ada@|secret|0123456789/)
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ email: '[redacted]', token: '[redacted]', account_number: '[redacted]' })
})

test('writes the reference, message and error for a terminal', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  text.error({ event: 'request.failed', reference: 'K7QX-9F3M', error: 'broken' }, 'GET / failed')
  expect(error.mock.calls).toEqual([['K7QX-9F3M: GET / failed: broken']])
  error.mockRestore()
  const log = vi.spyOn(console, 'log').mockReturnValue()
  text.info({ event: 'site.listening' }, 'Lamplight is at http://localhost:3000')
  expect(log.mock.calls).toEqual([['Lamplight is at http://localhost:3000']])
  log.mockRestore()
})
