import { expect, test } from 'vitest'
import { type CachedPage, PageCache } from './page-cache.ts'

const page = (bytes = 1000): CachedPage => ({ etag: '"1"', headers: {}, body: new Uint8Array(bytes) })

test('returns a stored page until data changes', () => {
  const cache = new PageCache()
  const home = page()
  cache.set('home', home, cache.version)
  expect([cache.get('home'), cache.get('terms')]).toEqual([home, undefined])
  cache.clear()
  expect(cache.get('home')).toBeUndefined()
})

test('does not store a page that was started before a change', () => {
  const cache = new PageCache()
  const { version } = cache
  cache.clear()
  cache.set('home', page(), version)
  expect(cache.get('home')).toBeUndefined()
})

test('evicts the least recently used page beyond its size limit', () => {
  const cache = new PageCache(7000)
  for (const key of ['a', 'b']) {
    cache.set(key, page(), cache.version)
  }
  cache.get('a')
  cache.set('c', page(), cache.version)
  expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true])
})
