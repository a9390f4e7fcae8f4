import { expect, test } from 'vitest'
import { getExcerpt } from './excerpt.server.ts'

test('getExcerpt omits headings and cuts at a word within 300 characters', () => {
  expect(getExcerpt('<h2>The formula</h2><p>Count the wards.</p><h3>Example</h3><p>Four wards.</p>')).toBe(
    'Count the wards. Four wards.',
  )
  const long = getExcerpt(`<p>${'ward '.repeat(100)}</p>`)
  expect(long.length).toBeLessThanOrEqual(301)
  expect(long).toMatch(/ward…$/)
})
