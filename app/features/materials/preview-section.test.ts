import { expect, test } from 'vitest'
import { getPreviewSection } from './preview-section.ts'

const long = 'A word '.repeat(300)
const short = 'A word '.repeat(299)
const nothing = { preview_section: null, chapter_one_preview: null, abstract: null }

test.each([
  ['what the record says', { ...nothing, preview_section: 'introduction', chapter_one_preview: long }, 'introduction'],
  ['a preview of 600 words', { ...nothing, chapter_one_preview: long }, 'first_chapter'],
  ['a preview of 598 words', { ...nothing, chapter_one_preview: short }, 'introduction'],
  [
    'a preview that is short but named',
    { ...nothing, preview_section: 'first_chapter', chapter_one_preview: short },
    'first_chapter',
  ],
  ['a preview that is the abstract', { ...nothing, preview_section: 'abstract', chapter_one_preview: short }, 'abstract'],
  ['no preview but an abstract', { ...nothing, abstract: 'We asked nurses.' }, 'abstract'],
])('%s', (_name, material, part) => {
  expect(getPreviewSection(material)?.stored).toBe(part)
})

test('nothing to read is no part', () => {
  expect(getPreviewSection(nothing)).toBeNull()
})

test('marks of Markdown are no words', () => {
  expect(getPreviewSection({ ...nothing, chapter_one_preview: '## - *\n'.repeat(700) })?.stored).toBe('introduction')
})
