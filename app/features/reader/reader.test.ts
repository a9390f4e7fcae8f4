import { describe, expect, it, test } from 'vitest'
import { getReadable } from '#app/services/order-reading.ts'
import { countChapters, describePage, describePlace, getEntries, getProgress } from './contents.ts'
import { findInBook, markHits } from './find-in-book.server.ts'
import { formatSettings, parseSettings } from '#app/platform/session/reading-settings.ts'

const chapter = (title: string, html: string, sections: { id: string; title: string; level: number }[] = []) => ({
  title,
  isContinued: false,
  html,
  sections,
  words: 400,
  bytes: 4000,
})

describe('findInBook', () => {
  const chapters = [
    chapter('Start', '<p>Hands &amp; water.</p>'),
    chapter('Wards', '<p>Clean hands, <strong>clean</strong> beds.</p><h2 id="r1">Nights</h2><p>CLEAN\n hands at night.</p>', [
      { id: 'r1', title: 'Nights', level: 2 },
    ]),
  ]

  it('finds words one after the other in any case, with their section', () => {
    expect(findInBook(chapters, 'clean  hands')).toEqual({
      count: 2,
      chapterCount: 1,
      hits: [
        { chapter: 2, title: 'Wards', anchor: 'hit-1', before: '', match: 'Clean hands', after: ', clean beds.' },
        { chapter: 2, title: 'Nights', anchor: 'hit-2', before: 'Nights ', match: 'CLEAN hands', after: ' at night.' },
      ],
    })
  })

  it.each([
    ['hands & w', 1],
    ['(', 0],
    ['clean-\\', 0],
    ['strong', 0],
    ['.*', 0],
  ])('finds %j in %i places', (query, count) => {
    expect(findInBook(chapters, query).count).toBe(count)
  })

  it('marks nothing inside a tag', () => {
    expect(markHits('<p id="r1">p id</p>', 'p')).toBe('<p id="r1"><mark id="hit-1">p</mark> id</p>')
  })
})

describe('describePlace', () => {
  const now = Date.UTC(2026, 10, 28, 12)
  const place = { chapter: 2, section: 'r4', title: '2.3 Talking', read_at: new Date(now - 24 * 3600 * 1000).toISOString() }

  it.each([
    ['the contents', null, '2#r4'],
    ['another chapter', 5, '2#r4'],
    ['its chapter', 2, '#r4'],
  ])('leads from %s to the section', (_where, current, to) => {
    expect(describePlace(place, current, 9, now)).toEqual({ text: 'You were at “2.3 Talking” yesterday', to })
  })

  it('leads nowhere from the beginning of its chapter, soon after it, or if the chapter is gone', () => {
    expect(describePlace({ ...place, section: '' }, 2, 9, now)).toBeNull()
    expect(describePlace({ ...place, read_at: new Date(now - 60_000).toISOString() }, 5, 9, now)).toBeNull()
    expect(describePlace(place, null, 1, now)).toBeNull()
  })
})

test('getProgress is the share of the words up to the end of a chapter', () => {
  const entries = getEntries([chapter('a', ''), chapter('b', ''), chapter('c', ''), chapter('d', '')], 'A work')
  expect([1, 2, 4].map((at) => getProgress(entries, at))).toEqual([25, 50, 100])
  expect(entries[0]).toMatchObject({ minutes: 2, kilobytes: 9 })
})

describe('getEntries', () => {
  const sections = [
    { id: 'r2', title: '2.1 Pain', level: 2 },
    { id: 'r3', title: '2.1.1 In numbers', level: 3 },
  ]
  const book = [
    chapter('Care of a child', ''),
    chapter('Chapter one: Introduction', ''),
    chapter('Chapter two: Care', '<h2 id="r2">2.1 Pain</h2>', sections),
    { ...chapter('Chapter two: Care, continued', '<h3 id="r3">2.1.1 In numbers</h3>', sections.slice(1)), isContinued: true },
    chapter('References', ''),
  ]
  const entries = getEntries(book, 'Care of a child!')

  it('counts chapters and not their pages, and names the page with the title of the work', () => {
    expect(entries.map(({ title, number }) => [number, title])).toEqual([
      [null, 'Opening pages'],
      [1, 'Chapter one: Introduction'],
      [2, 'Chapter two: Care'],
      [2, 'Chapter two: Care, continued'],
      [null, 'References'],
    ])
    expect([1, 2, 4].map((page) => describePage(entries, page))).toEqual(['20%', 'Chapter 1 of 2 · 40%', 'Chapter 2 of 2 · 80%'])
    expect(countChapters(entries)).toBe('2 chapters')
  })

  it('has one level of sections, and where a chapter goes on', () => {
    expect(entries[2]?.sections).toEqual([{ id: 'r2', title: '2.1 Pain' }])
    expect(entries[3]?.from).toBe('2.1.1 In numbers')
  })

  it('counts the parts of a work without chapters', () => {
    const parts = getEntries([chapter('Station 1', ''), chapter('Station 2', '')], 'Stations')
    expect(describePage(parts, 2)).toBe('2 of 2 · 100%')
    expect(countChapters(parts.slice(0, 1))).toBe('1 part')
  })
})

test('parseSettings reads what formatSettings writes, and nothing else', () => {
  expect(parseSettings(formatSettings({ size: 170, tone: 'warm' }))).toEqual({ size: 170, tone: 'warm' })
  expect(parseSettings('150.blue')).toEqual({ size: 100, tone: 'auto' })
  expect(parseSettings(null)).toEqual({ size: 100, tone: 'auto' })
})

test.each([
  [
    ['work.pdf', 'work.docx', 'slides.pptx', 'plan.xlsx'],
    ['work.docx', 'slides.pptx'],
  ],
  [['work.pdf', 'work.docx', 'work.epub'], ['work.epub']],
  [['thesis.doc'], []],
  [['thesis.PDF'], ['thesis.PDF']],
])('getReadable of %j is %j', (names, readable) => {
  expect(getReadable(names.map((name) => ({ name, format: '' }))).map(({ name }) => name)).toEqual(readable)
})
