import { randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { type KeptPage, KeptPages } from './kept-pages.ts'

const made = (change: Partial<KeptPage> = {}): KeptPage => ({
  etag: 'W/"1"',
  headers: [],
  bodies: { br: brotliCompressSync(randomBytes(990)), gzip: Buffer.alloc(1000) },
  isSmallest: false,
  keys: new Set(['site', 'material:anc']),
  freshUntil: 1000,
  isSearch: false,
  missed: [],
  ...change,
})

test('a page is found under its key until its data is no longer fresh', () => {
  const pages = new KeptPages()
  const page = made()
  pages.keep('a', page, pages.changes)
  expect(pages.find('a', 'br', 1000)).toBe(page)
  expect(pages.find('b', 'br', 1000)).toBeNull()
})

test('a stale page is made anew by one asker at a time, while the others get it as it is', () => {
  const pages = new KeptPages()
  const page = made()
  pages.keep('a', page, pages.changes)
  expect(pages.find('a', 'br', 20_000), 'makes it anew').toBeNull()
  expect(pages.find('a', 'br', 20_001)).toBe(page)
  expect(pages.find('a', 'br', 29_999)).toBe(page)
  expect(pages.find('a', 'br', 30_001), 'the first one did not make it').toBeNull()
  expect(pages.find('a', 'br', 30_002)).toBe(page)
})

test('a page of more than an hour ago is shown to nobody', () => {
  const pages = new KeptPages()
  pages.keep('a', made(), pages.changes)
  const muchLater = 2 * 60 * 60 * 1000
  expect([pages.find('a', 'br', muchLater), pages.find('a', 'br', muchLater + 1)]).toEqual([null, null])
})

test('a page is forgotten with any of the data it stands on, and no other page is', () => {
  const pages = new KeptPages()
  pages.keep('anc', made(), pages.changes)
  pages.keep('home', made({ keys: new Set(['site']) }), pages.changes)
  pages.forget('material:')
  expect(pages.find('anc', 'br', 0)).toBeNull()
  expect(pages.find('home', 'br', 0)).not.toBeNull()
  pages.forget('site')
  expect(pages.find('home', 'br', 0)).toBeNull()
})

test('a page that was begun before a change is not kept', () => {
  const pages = new KeptPages()
  const before = pages.changes
  pages.forget('materials:')
  pages.keep('a', made(), before)
  expect(pages.find('a', 'br', 0)).toBeNull()
})

test('the pages are bounded in bytes; the one that was asked for longest ago goes first', () => {
  const pages = new KeptPages(9000)
  pages.keep('a', made(), pages.changes)
  pages.keep('b', made(), pages.changes)
  pages.find('a', 'br', 0)
  pages.keep('c', made(), pages.changes)
  expect(['a', 'b', 'c'].map((key) => pages.find(key, 'br', 0) !== null)).toEqual([true, false, true])
})

test('a page that is asked for again is compressed once more, smaller, and says the same', async () => {
  const pages = new KeptPages()
  const text = Buffer.from(Array.from({ length: 3000 }, (_none, at) => `word ${at % 97} of ${at}`).join(' '))
  const quick = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  const page = made({ bodies: { br: quick } })
  const kept = () => pages.find('a', 'br', 0)?.bodies.br ?? Buffer.alloc(0)
  pages.keep('a', page, pages.changes)
  kept()
  kept()
  expect(kept()).toBe(quick)
  await expect.poll(() => kept().length).toBeLessThan(quick.length)
  expect(brotliDecompressSync(kept()).equals(text)).toBe(true)
  const smallest = kept()
  kept()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(kept(), 'once is enough').toBe(smallest)
})

test('a page is found in the encodings that were asked for, and its bytes by what they say', () => {
  const pages = new KeptPages()
  const page = made({ bodies: { gzip: Buffer.alloc(10) } })
  pages.keep('a', page, pages.changes)
  expect([pages.find('a', 'gzip', 0), pages.find('a', 'br', 0)]).toEqual([page, null])
  expect([pages.same('a', page.etag), pages.same('a', 'W/"2"'), pages.same('b', page.etag)]).toEqual([page, null, null])
})
