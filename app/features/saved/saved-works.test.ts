import { expect, test } from 'vitest'
import { useStoredValues } from '#tests/support/stored-values.ts'
import { addWork, maxWorks, readWorks, removeWork, shareOnWhatsApp } from './saved-works.ts'

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

test('a list is shared with its titles and addresses', () => {
  const { origin, pathname, searchParams } = new URL(shareOnWhatsApp([work('a'), work('b & c')], 'https://lamplight.test'))
  expect(origin + pathname).toBe('https://wa.me/')
  expect(searchParams.get('text')).toBe(
    'My list of nursing works on Lamplight:\n\nTitle of a\nhttps://lamplight.test/material-preview/a\n\nTitle of b & c\nhttps://lamplight.test/material-preview/b & c',
  )
})
