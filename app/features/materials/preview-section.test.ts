import { expect, test } from 'vitest'
import { getLockedContents, getPreviewSection } from './preview-section.ts'

const long = 'A word '.repeat(300)
const short = 'A word '.repeat(299)
const nothing = { preview_section: null, chapter_one_preview: null, abstract: null }

test.each([
  ['the stored section', { ...nothing, preview_section: 'introduction', chapter_one_preview: long }, 'introduction'],
  ['a preview of 600 words', { ...nothing, chapter_one_preview: long }, 'first_chapter'],
  ['a preview of 598 words', { ...nothing, chapter_one_preview: short }, 'introduction'],
  [
    'the stored section of a short preview',
    { ...nothing, preview_section: 'first_chapter', chapter_one_preview: short },
    'first_chapter',
  ],
  ['the stored section of an abstract', { ...nothing, preview_section: 'abstract', chapter_one_preview: short }, 'abstract'],
  ['the abstract without a preview', { ...nothing, abstract: 'We asked nurses.' }, 'abstract'],
])('getPreviewSection uses %s', (_name, material, part) => {
  expect(getPreviewSection(material)?.stored).toBe(part)
})

test('getPreviewSection returns null when there is nothing to read', () => {
  expect(getPreviewSection(nothing)).toBeNull()
})

test('getPreviewSection does not count Markdown marks as words', () => {
  expect(getPreviewSection({ ...nothing, chapter_one_preview: '## - *\n'.repeat(700) })?.stored).toBe('introduction')
})

test.each([
  ['first_chapter', ['Chapter two: Methods', 'Chapter three', 'References']],
  ['introduction', ['Chapter one: Introduction, the rest', 'Chapter two: Methods', 'Chapter three', 'References']],
])('getLockedContents leaves out the open part %s and the sections', (preview_section, lines) => {
  const full_contents = [
    'How to use it',
    'CHAPTER ONE Introduction',
    '1.1 Background',
    'CHAPTER TWO: Methods',
    'CHAPTER THREE',
    'References',
  ]
  const headings = ['How to use it', 'CHAPTER ONE Introduction', '1.1 Background']
  expect(getLockedContents({ ...nothing, preview_section, chapter_one_preview: short, full_contents }, headings)).toEqual(lines)
})
