import { describe, expect, test } from 'vitest'
import { formatKeptAt, getSurplus, isGatewayError, isKeptOnVisit, type KeptPage, withCause, withNote } from './kept-pages.ts'

const html = (cacheControl: string | null, init: ResponseInit = {}, type = 'text/html; charset=utf-8') =>
  new Response('<main>', {
    ...init,
    headers: { 'content-type': type, ...(cacheControl === null ? {} : { 'cache-control': cacheControl }) },
  })

describe('isKeptOnVisit', () => {
  test.each(['public, max-age=0, s-maxage=60', 'private, no-cache'])('keeps a public page with %s', (cacheControl) => {
    expect(isKeptOnVisit('/marketplace', html(cacheControl))).toBe(true)
  })

  test.each([
    ['a page of a signed-in person', '/marketplace', html('private, no-store')],
    ['a response without a rule', '/marketplace', html(null)],
    ['a missing page', '/marketplace', html('private, no-cache', { status: 404 })],
    ['a partial response', '/marketplace', html('private, no-cache', { status: 206 })],
    ['a redirect', '/marketplace', html('private, no-cache', { status: 302 })],
    ['a picture', '/share/work.png', html('public', {}, 'image/png')],
  ])('does not keep %s', (_what, path, response) => {
    expect(isKeptOnVisit(path, response)).toBe(false)
  })

  test.each([
    '/buy/a-work',
    '/orders',
    '/orders/token',
    '/auth',
    '/auth/confirm',
    '/dashboard/earnings',
    '/admin',
    '/upload-materials',
  ])('never keeps %s, whatever the response allows', (path) => {
    expect(isKeptOnVisit(path, html('public, max-age=60'))).toBe(false)
  })

  test.each(['/administration-of-drugs', '/blog/buy', '/authors'])('keeps %s', (path) => {
    expect(isKeptOnVisit(path, html('public'))).toBe(true)
  })
})

describe('getSurplus', () => {
  const pages = (count: number, bytes: number): KeptPage[] =>
    Array.from({ length: count }, (_, at) => ({ address: `/${at}`, at, title: '', bytes, isChosen: false }))

  test('is empty for pages of 8 MB together', () => {
    expect(getSurplus(pages(32, (8 * 1024 * 1024) / 32))).toEqual([])
  })

  test('has the oldest pages beyond forty', () => {
    expect(getSurplus(pages(43, 1000)).toSorted()).toEqual(['/0', '/1', '/2'])
  })

  test('has the oldest pages beyond 8 MB', () => {
    expect(getSurplus(pages(10, 1024 * 1024)).toSorted()).toEqual(['/0', '/1'])
  })

  test('spares a page that a reader chose to keep', () => {
    const all = pages(42, 1000).map((page) => ({ ...page, isChosen: page.at === 0 }))
    expect(getSurplus(all).toSorted()).toEqual(['/1', '/2'])
  })
})

test('a copy says so at its beginning, with its time in Lagos', () => {
  const at = Date.UTC(2026, 10, 20, 13, 5)
  expect(formatKeptAt(at)).toBe('20 Nov 2026, 14:05')
  expect(withNote('<body><main id="main"><h1>Shelf</h1></main>', at, 'no-connection')).toMatch(
    /^<body><main id="main"><p class="note"[^>]*>No connection\. This is a copy from <b>20 Nov 2026, 14:05<\/b>; .*<\/p><h1>Shelf/,
  )
})

test('withNote does not blame the connection when only the site does not answer', () => {
  expect(withNote('<main></main>', 0, 'no-answer')).toContain(
    'Lamplight does not answer. Your internet works. This is a copy from',
  )
})

test('withCause shows the part of the offline page for the cause alone', () => {
  const page =
    '<div data-offline="none"></div><div data-offline="no-connection" hidden=""></div><div data-offline="no-answer" hidden=""></div>'
  expect(withCause(page, 'no-answer')).toBe('<div hidden></div><div data-offline="no-connection" hidden=""></div><div ></div>')
})

test.each([
  [502, true],
  [504, true],
  [522, true],
  [500, false],
  [503, false],
  [404, false],
])('isGatewayError of status %i returns %s', (status, isGateway) => {
  expect(isGatewayError(new Response(null, { status }))).toBe(isGateway)
})
