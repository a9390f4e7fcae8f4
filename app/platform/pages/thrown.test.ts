import { createStaticHandler, data, redirect } from 'react-router'
import { expect, test } from 'vitest'
import { whatWasThrown } from './thrown.ts'

/** The error that React Router passes on when a loader throws this status. */
async function routeError(status: number, body: unknown): Promise<unknown> {
  const loader = () => {
    throw data(body, status)
  }
  const context = await createStaticHandler([{ id: 'page', path: '/', loader }]).query(new Request('http://lamplight.test/'))
  return context instanceof Response ? context : context.errors?.page
}

test.each([
  ['a redirect', redirect('/auth', 303), 'said on purpose'],
  ['a page that is not there, as React Router throws it', await routeError(404, {}), 'said on purpose'],
  ['a backend that is away', await routeError(503, null), 'server failed'],
  ['a proxy that found nobody', await routeError(502, '<html>'), 'server failed'],
  ['a mistake of ours', new Error('Unexpected Server Error'), 'server failed'],
  ['no answer', new TypeError('Failed to fetch'), 'connection lost'],
  ['an answer that broke off', new Error('Unable to decode turbo-stream response'), 'connection lost'],
])('%s', (_what, thrown, meaning) => {
  expect(whatWasThrown(thrown)).toBe(meaning)
})
