import { deflateRawSync } from 'node:zlib'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type Site, siteContext } from '#app/services/site.server.ts'
import { deleteSavedValues, hasSavedValuesContext, saveValues, savedForm, savedValues } from './saved-values.server.ts'

function createContext(secure: boolean) {
  const context = new RouterContextProvider()
  context.set(siteContext, { secure } as Site)
  return context
}
const cameBack = (line: string) => new Request('http://lamplight.test/', { headers: { cookie: line.split(';')[0] ?? '' } })

/** Returns random characters, which do not compress. */
const mixed = (from: number, count: number, length: number) =>
  Array.from({ length }, (_, at) => String.fromCodePoint(from + ((at * 7919 + at * at * 31) % count))).join('')

test.each([
  ['words', 'The tool in the appendix is clear & short.\nI cited it: "well done" <b>'],
  ['500 emoji', '😀'.repeat(500)],
  ['500 different emoji', mixed(0x1f300, 700, 500)],
  ['333 Yoruba letters with tone marks', 'ẹ́ọ̀ṣ'.repeat(167).slice(0, 999)],
  ['a thousand Chinese characters', mixed(0x4e00, 20_000, 1000)],
])("saveValues preserves %s within a cookie's size", (_what, words) => {
  for (const secure of [true, false]) {
    const context = createContext(secure)
    const line = saveValues(context, 'comment on 1', { comment: words }) ?? ''
    expect((line.split(';')[0] ?? '').length).toBeLessThanOrEqual(4096)
    expect(line).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; (Secure; )?SameSite=Lax$/)
    expect(savedValues(cameBack(line), context, 'comment on 1')).toEqual({ comment: words })
  }
})

test('saveValues returns null instead of cutting values that exceed a cookie', () => {
  expect(saveValues(createContext(false), 'comment on 1', { comment: mixed(0x4e00, 20_000, 3000) })).toBeNull()
})

test('savedValues returns nothing for another form, no cookie or a foreign cookie', () => {
  const context = createContext(false)
  const line = saveValues(context, 'comment on 1', { comment: 'words' }) ?? ''
  const bomb = deflateRawSync(JSON.stringify(['comment on 1', { comment: 'a'.repeat(100_000) }])).toString('base64url')
  expect(savedValues(cameBack(line), context, 'comment on 2')).toEqual({})
  expect(context.get(hasSavedValuesContext)).toBe(false)
  for (const value of ['', 'x', 'eyJhIjoxfQ', bomb, deflateRawSync('{}').toString('base64url')]) {
    expect(savedValues(cameBack(`typed=${value}`), context, 'comment on 1')).toEqual({})
  }
  expect(savedValues(cameBack(deleteSavedValues(context)), context, 'comment on 1')).toEqual({})
  expect(context.get(hasSavedValuesContext)).toBe(false)
})

test('savedValues marks the response as containing saved values', () => {
  const context = createContext(false)
  savedValues(cameBack(saveValues(context, 'comment on 1', { comment: 'words' }) ?? ''), context, 'comment on 1')
  expect(context.get(hasSavedValuesContext)).toBe(true)
})

test('savedForm returns the name of the saved form, and marks the response as personal', () => {
  const context = createContext(false)
  const line = saveValues(context, 'report of comment 1', { words: 'words' }) ?? ''
  expect(savedForm(new Request('http://lamplight.test/'), context)).toBeNull()
  expect(context.get(hasSavedValuesContext)).toBe(false)
  expect(savedForm(cameBack(line), context)).toBe('report of comment 1')
  expect(context.get(hasSavedValuesContext)).toBe(true)
})
