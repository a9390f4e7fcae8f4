import { redirect, UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from 'react-router'
import { expect, test } from 'vitest'
import { whatWasThrown } from './thrown.ts'

test.each([
  ['a redirect', redirect('/auth', 303), 'said on purpose'],
  ['a page that is not there, as React Router throws it', new ErrorResponseImpl(404, 'Not Found', {}), 'said on purpose'],
  ['a backend that is away', new ErrorResponseImpl(503, 'Service Unavailable', null), 'server failed'],
  ['a proxy that found nobody', new ErrorResponseImpl(502, 'Bad Gateway', '<html>'), 'server failed'],
  ['a mistake of ours', new Error('Unexpected Server Error'), 'server failed'],
  ['no answer', new TypeError('Failed to fetch'), 'connection lost'],
  ['an answer that broke off', new Error('Unable to decode turbo-stream response'), 'connection lost'],
])('%s', (_what, thrown, meaning) => {
  expect(whatWasThrown(thrown)).toBe(meaning)
})
