import { expect, test } from 'vitest'
import type { FileMetadata } from '#app/services/reading.ts'
import { toFormValues } from './file-values.server.ts'

const nothing: FileMetadata = {
  title: null,
  year: null,
  pages: null,
  words: null,
  headings: [],
  firstChapter: null,
  studyDetails: null,
  note: null,
}

test('toFormValues returns the values of a file as the text of the form', () => {
  const studyDetails = {
    abstract: 'Nurses wash their hands.',
    preview_section: 'first_chapter' as const,
    full_contents: null,
    instrument_included: null,
    reference_count: null,
    newest_reference_year: null,
  }
  expect(toFormValues({ ...nothing, title: 'Hand hygiene', year: 2023, pages: 54, studyDetails }, 'PDF', 2024)).toEqual({
    title: 'Hand hygiene',
    format: 'PDF',
    pages: '54',
    year_of_study: '2023',
    description: 'Nurses wash their hands.',
  })
})

test('toFormValues leaves out what the file does not state or the form rejects', () => {
  expect(toFormValues(nothing, 'Word', 2024)).toEqual({ format: 'Word' })
  expect(toFormValues({ ...nothing, year: 2026, pages: 0 }, 'Word', 2024)).toEqual({ format: 'Word' })
  expect(toFormValues({ ...nothing, pages: 20_000 }, 'Word', 2024)).toEqual({ format: 'Word' })
})
