import { expect, test } from 'vitest'
import { useStoredValues } from '#tests/support/stored-values.ts'
import { addWork, MAX_SHARED, maxWorks, readWorks, removeWork, shareOnWhatsApp } from './saved-works.ts'

const work = (slug: string) => ({ slug, title: `Title of ${slug}` })

useStoredValues()

test('a list has the newest work first, and each work once', () => {
  for (const slug of ['a', 'b', 'a']) {
    addWork('saved', work(slug))
  }
  expect(readWorks('saved')).toEqual([work('a'), work('b')])
  expect(readWorks('seen')).toEqual([])
  removeWork('saved', 'a')
  expect(readWorks('saved')).toEqual([work('b')])
})

test('a list has a largest length, and the oldest works leave', () => {
  for (let at = 0; at <= maxWorks.seen; at += 1) {
    addWork('seen', work(String(at)))
  }
  expect(readWorks('seen')).toHaveLength(maxWorks.seen)
  expect(readWorks('seen').map(({ slug }) => slug)).not.toContain('0')
})

test.each(['', 'no json', '{}', '[1, null, {"slug": 1, "title": "x"}, {"slug": "x"}]'])(
  'a list stored as %j is empty',
  (text) => {
    localStorage.setItem('saved', text)
    expect(readWorks('saved')).toEqual([])
  },
)

test('a list is shared as its titles and one link, of at most 20 works', () => {
  const { origin, pathname, searchParams } = new URL(shareOnWhatsApp([work('a'), work('b-c')], 'https://lamplight.test'))
  expect(origin + pathname).toBe('https://wa.me/')
  expect(searchParams.get('text')).toBe(
    'For our class, on Lamplight:\n• Title of a\n• Title of b-c\nhttps://lamplight.test/class-list?works=a,b-c',
  )
  const many = shareOnWhatsApp(
    Array.from({ length: MAX_SHARED + 1 }, (_, at) => work(`w${at}`)),
    'https://lamplight.test',
  )
  expect(decodeURIComponent(many)).toMatch(/,w19$/)
})
