import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { pageCacheMiddleware, type PageCacheVariables } from './middleware.ts'
import { PageCache } from './page-cache.ts'

const SHAREABLE = 'public, s-maxage=60'

/** Creates an app with one page behind a cache. `render` counts as the rendering of the page. */
function appWith(render: () => Response | Promise<Response> = rendered()) {
  const cache = new PageCache()
  const app = new Hono<PageCacheVariables>()
  app.use(pageCacheMiddleware({ cache, variantKey: () => 'auto', shareable: SHAREABLE }))
  app.onError(() => new Response('failed', { status: 500 }))
  app.get('/search', (c) => {
    c.set('isRateLimited', true)
    return render()
  })
  app.get('*', render)
  const get = async (path = '/', headers: Record<string, string> = {}, method = 'GET') => app.request(path, { method, headers })
  return { cache, get }
}

const rendered = (headers: Record<string, string> = {}, status = 200) =>
  vi.fn<() => Response>(() => new Response('a page', { status, headers: { 'cache-control': SHAREABLE, ...headers } }))

test('renders a page once and sends the same bytes and headers again', async () => {
  const render = rendered({ 'x-frame-options': 'DENY' })
  const { get } = appWith(render)
  const [first, second] = [await get(), await get()]
  expect(await second.text()).toBe(await first.text())
  const { 'cache-status': status, ...headers } = Object.fromEntries(second.headers)
  expect(headers).toEqual(Object.fromEntries(first.headers))
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'content-length': '6',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  })
  expect(status).toBe('lamplight; hit')
  expect(render).toHaveBeenCalledTimes(1)
})

test('renders a page again after a change', async () => {
  const render = rendered()
  const { cache, get } = appWith(render)
  await get()
  cache.clear()
  await get()
  expect(render).toHaveBeenCalledTimes(2)
})

test('does not store a page when data changes while it is rendered', async () => {
  const { cache, get } = appWith(async () => {
    cache.clear()
    return rendered()()
  })
  await get()
  expect((await get()).headers.get('cache-status')).toBeNull()
})

test('renders a page once for many requests at a time', async () => {
  const render = vi.fn<() => Promise<Response>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return rendered()()
  })
  const { get } = appWith(render)
  const responses = await Promise.all(Array.from({ length: 50 }, () => get()))
  expect(new Set(await Promise.all(responses.map((response) => response.text())))).toEqual(new Set(['a page']))
  expect(render).toHaveBeenCalledTimes(1)
})

test('lets waiting requests render for themselves after one fails', async () => {
  let renders = 0
  const { get } = appWith(async () => {
    renders += 1
    const isFirst = renders === 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (isFirst) {
      throw new Error('down')
    }
    return rendered()()
  })
  const statuses = (await Promise.all([get(), get(), get()])).map(({ status }) => status)
  expect(statuses).toEqual([500, 200, 200])
})

test.each([
  ['a page that is not shareable', rendered({ 'cache-control': 'private, no-cache' })],
  ['a missing page', rendered({}, 404)],
  ['a redirect', rendered({ location: '/faq' }, 302)],
])('does not store %s', async (_what, render) => {
  const { get } = appWith(render)
  await get()
  expect((await get()).headers.get('etag')).toBeNull()
  expect(render).toHaveBeenCalledTimes(2)
})

test('does not store a page that consumed a rate limit, but gives it an ETag', async () => {
  const render = rendered()
  const { get } = appWith(render)
  const etag = (await get('/search')).headers.get('etag') ?? ''
  expect((await get('/search', { 'if-none-match': etag })).status).toBe(304)
  expect(render).toHaveBeenCalledTimes(2)
})

test('does not populate the cache from HEAD requests, but responds to them from it', async () => {
  const render = rendered()
  const { get } = appWith(render)
  await get('/', {}, 'HEAD')
  const response = await get()
  expect([await response.text(), render.mock.calls.length]).toEqual(['a page', 2])
  const head = await get('/', {}, 'HEAD')
  expect([await head.text(), head.headers.get('content-length'), render.mock.calls.length]).toEqual(['', '6', 2])
})

test.each([
  ['the tag', (etag: string) => etag],
  ['a weakened tag', (etag: string) => `W/${etag}`],
  ['one of several tags', (etag: string) => `"another", ${etag}`],
  ['any tag', () => '*'],
])('responds with 304 and the headers of the page to %s', async (_what, ifNoneMatch) => {
  const { get } = appWith(rendered({ 'content-security-policy': "default-src 'none'" }))
  const etag = (await get()).headers.get('etag') ?? ''
  const response = await get('/', { 'if-none-match': ifNoneMatch(etag) })
  expect([response.status, await response.text()]).toEqual([304, ''])
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
  expect([response.headers.get('etag'), response.headers.get('content-length')]).toEqual([etag, null])
  expect((await get('/', { 'if-none-match': '"another"' })).status).toBe(200)
})

test('stores each encoding on its own', async () => {
  const render = rendered()
  const { get } = appWith(render)
  for (const encoding of ['br', 'gzip', 'br', 'gzip']) {
    await get('/', { 'accept-encoding': encoding })
  }
  expect(render).toHaveBeenCalledTimes(2)
})
