import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReferenceContext } from '#app/platform/process/reference.ts'
import { Failure } from './failure.tsx'

const page = (status: number, reference: string | null = 'K7QX-9F3M') =>
  renderToStaticMarkup(
    <ReferenceContext value={reference}>
      <Failure status={status} address="/blog" />
    </ReferenceContext>,
  )

test('a failure of ours says its number, and the way to try again', () => {
  for (const status of [0, 500, 502]) {
    expect(page(status)).toContain('Something went wrong on our side')
    expect(page(status)).toContain('Reference: <b class="num">K7QX-9F3M</b>')
    expect(page(status)).toContain('href="/blog"')
  }
})

test('a backend that is away is another matter, and so is a request that was wrong', () => {
  expect(page(503)).toContain('This page cannot be read just now')
  expect(page(503)).toContain('K7QX-9F3M')
  expect(page(400)).toContain('That could not be understood')
  expect(page(405)).not.toContain('Reference')
})

test('in the browser, which does not know the number, nothing is made up', () => {
  expect(page(0, null)).not.toContain('Reference')
})
