import { createStaticHandler, data, redirect } from 'react-router'
import { expect, test } from 'vitest'
import { classifyThrown } from './thrown.ts'

/** Returns the error that React Router passes on when a loader throws this status. */
async function routeError(status: number, body: unknown): Promise<unknown> {
  const loader = () => {
    throw data(body, status)
  }
  const context = await createStaticHandler([{ id: 'page', path: '/', loader }]).query(new Request('http://lamplight.test/'))
  return context instanceof Response ? context : context.errors?.page
}

test.each([
  ['a redirect', redirect('/auth', 303), 'intended'],
  ['a missing page, as React Router throws it', await routeError(404, {}), 'intended'],
  ['an unavailable backend', await routeError(503, null), 'server failed'],
  ['a proxy without a server', await routeError(502, '<html>'), 'server failed'],
  ['a programming error', new Error('Unexpected Server Error'), 'server failed'],
  ['no response', new TypeError('Failed to fetch'), 'connection lost'],
  ['a response that broke off', new Error('Unable to decode turbo-stream response'), 'connection lost'],
])('classifyThrown classifies %s', (_what, thrown, meaning) => {
  expect(classifyThrown(thrown)).toBe(meaning)
})
