import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReferenceContext } from '#app/platform/log/reference.ts'
import { Failure } from './failure.tsx'

const page = (status: number, reference: string | null = 'K7QX-9F3M') =>
  renderToStaticMarkup(
    <ReferenceContext value={reference}>
      <Failure status={status} address="/blog" />
    </ReferenceContext>,
  )

test('Failure shows the reference and a retry link for our own errors', () => {
  for (const status of [0, 500, 502]) {
    expect(page(status)).toContain('Something went wrong on our side')
    expect(page(status)).toContain('Reference: <b class="num">K7QX-9F3M</b>')
    expect(page(status)).toContain('href="/blog"')
  }
})

test('Failure distinguishes an unavailable backend and an invalid request', () => {
  expect(page(503)).toContain('This page cannot be loaded right now')
  expect(page(503)).toContain('K7QX-9F3M')
  expect(page(400)).toContain('We could not understand that request')
  expect(page(405)).not.toContain('Reference')
})

test('Failure omits the reference when the browser does not know it', () => {
  expect(page(0, null)).not.toContain('Reference')
})
