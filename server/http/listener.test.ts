import { expect, test } from 'vitest'
import { serverFor } from './listener.ts'

const MINUTE_MS = 60_000

test('a form with 50 MB has the time that a slow line needs, headers have a minute', () => {
  const server = serverFor(() => new Response(), { secure: false })
  expect(server.requestTimeout).toBeGreaterThanOrEqual(45 * MINUTE_MS)
  expect(server.headersTimeout).toBeLessThanOrEqual(MINUTE_MS)
})
