import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { approval } from '../reviews/schema.ts'
import { getFormValues, getSchema } from '../console/field-map.ts'
import { materialForm } from './fields.ts'
import { previewSectionField, studyFields } from './study-fields.ts'

const details = { preview_section: previewSectionField, ...studyFields }
const fields = getSchema(details)
const reasons = (schema: v.GenericSchema, form: Record<string, string>) => {
  const parsed = v.safeParse(schema, form)
  return Object.fromEntries((parsed.issues ?? []).map((issue) => [v.getDotPath(issue), issue.message]))
}

describe('study details of a form', () => {
  test('study details of a form are stored as the columns expect them', () => {
    const stored = v.parse(fields, {
      abstract: ' We asked.\r\n\r\nThey answered. ',
      preview_section: 'introduction',
      full_contents: 'Chapter one: Introduction\r\n\r\n  References  \n',
      instrument_included: 'no',
      design: 'A\tsurvey.',
      programme: 'bnsc',
      reference_count: '46',
      newest_reference_year: '2023',
    })
    expect(stored).toEqual({
      abstract: 'We asked.\n\nThey answered.',
      preview_section: 'introduction',
      full_contents: ['Chapter one: Introduction', 'References'],
      instrument_included: false,
      design: 'A survey.',
      population_and_sample: null,
      instrument: null,
      analysis: null,
      programme: 'bnsc',
      reference_count: 46,
      newest_reference_year: 2023,
    })
    expect(v.parse(fields, getFormValues(details, stored))).toEqual(stored)
  })

  test('study details of a form may be empty', () => {
    expect(Object.values(v.parse(fields, {})).every((value) => value === null)).toBe(true)
    expect(Object.values(getFormValues(details, {})).every((value) => value === '')).toBe(true)
  })

  test.each<[Record<string, string>, RegExp]>([
    [{ abstract: 'word '.repeat(301) }, /At most 300 words/],
    [{ full_contents: 'line\n'.repeat(61) }, /At most 60 lines/],
    [{ full_contents: 'a'.repeat(201) }, /At most 200 characters in a line/],
    [{ preview_section: 'chapter' }, /Choose what it is/],
    [{ programme: 'ND' }, /Choose a programme/],
    [{ instrument_included: 'on' }, /Choose yes or no/],
    [{ analysis: 'a'.repeat(301) }, /At most 300 characters/],
    [{ reference_count: 'many' }, /A whole number, such as 46/],
    [{ newest_reference_year: '23' }, /A year, such as 2024/],
  ])('studyFields reject %j at its field', (form, says) => {
    const [name = ''] = Object.keys(form)
    expect(reasons(fields, form)).toEqual({ [name]: expect.stringMatching(says) })
  })
})

describe('approval and material forms', () => {
  const material = { title: 'Hands', category: 'seminar' }
  const decided = { ...material, price: '0', share_percent: '50', format: 'PDF' }

  test.each([
    ['an introduction without a text', { preview_section: 'introduction' }, 'preview_section'],
    ['the newest of no references', { reference_count: '0', newest_reference_year: '2020' }, 'newest_reference_year'],
  ])('approval and material forms reject %s', (_what, form, field) => {
    expect(Object.keys(reasons(materialForm, { ...material, ...form }))).toEqual([field])
    expect(Object.keys(reasons(approval, { ...decided, abstract: 'We asked.', ...form }))).toEqual([field])
  })

  test('approval requires a part or the abstract to read', () => {
    expect(reasons(approval, decided)).toEqual({ chapter_one_preview: expect.stringMatching(/something to read/) })
    expect(reasons(approval, { ...decided, abstract: 'We asked.', preview_section: 'abstract' })).toEqual({})
    expect(reasons(approval, { ...decided, chapter_one_preview: 'Hands.' })).toEqual({})
    expect(reasons(materialForm, material)).toEqual({})
  })

  test.each([
    ['1.2 MB', 1_258_291],
    ['380 kB', 389_120],
    ['1,258,290', 1_258_290],
    ['', null],
  ])('materialForm parses the size %j as %j bytes', (file_size, bytes) => {
    expect(v.parse(materialForm, { ...material, file_size }).file_size).toBe(bytes)
  })

  test.each([
    ['file_size', 'large'],
    ['file_size', '0'],
    ['file_date', '20/11/2026'],
    ['file_date', '2026-13-01'],
  ])('materialForm rejects the %s %j', (field, value) => {
    expect(Object.keys(reasons(materialForm, { ...material, [field]: value }))).toEqual([field])
  })
})
