import * as v from 'valibot'
import { line, lines, orNull, wholeNumber } from '#app/platform/forms/fields.ts'
import type { RecordFields } from '../console/field-map.ts'
import { previewSections } from './preview-section.ts'
import { programmes } from './programmes.ts'

const MAX_ABSTRACT_WORDS = 300
const MAX_LINES = 60
const MAX_LINE_CHARS = 200

/** Accepts one of the stored values, or null if nothing is chosen. */
const oneOf = <const Stored extends string>(options: readonly { stored: Stored }[], reason: string) =>
  v.pipe(
    v.optional(v.union([v.picklist(options.map(({ stored }) => stored)), v.literal('')], reason), ''),
    v.transform((chosen) => chosen || null),
  )

const asOptions = (options: readonly { stored: string; label: string }[]) =>
  options.map(({ stored: value, label }) => ({ value, label }))

const section = 'About the study'
const sentence = { schema: orNull(line(300)), kind: 'area', rows: 2, section } as const

/** Which part of a work is free to read. */
export const previewSectionField = {
  schema: oneOf(previewSections, 'Choose what it is'),
  kind: 'select',
  label: 'Which part is free',
  summary: 'which part it is',
  options: asOptions(previewSections),
  hint: 'Leave it empty to decide by length: a text of 600 words or more is shown as chapter one.',
} as const

/** The fields of the whole work in the forms of an approval and of a material. */
export const studyFields = {
  abstract: {
    schema: v.pipe(
      orNull(lines(4000)),
      v.check(
        (abstract) => abstract === null || abstract.split(/\s+/).length <= MAX_ABSTRACT_WORDS,
        'At most 300 words, as the Council has it',
      ),
    ),
    kind: 'area',
    label: 'Abstract',
    rows: 6,
    hint: 'At most 300 words.',
    section,
  },
  full_contents: {
    schema: v.pipe(
      lines(MAX_LINES * (MAX_LINE_CHARS + 1)),
      v.transform((text) =>
        text
          .split('\n')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      ),
      v.check((parts) => parts.length <= MAX_LINES, 'At most 60 lines'),
      v.check((parts) => parts.every((part) => part.length <= MAX_LINE_CHARS), 'At most 200 characters in a line'),
      v.transform((parts) => (parts.length === 0 ? null : parts)),
    ),
    kind: 'area',
    label: 'Contents',
    rows: 6,
    hint: 'Of the whole work, a line each, such as: Chapter two: Literature review (14 pages). Appendices too.',
    section,
    format: (parts: readonly string[] | null) => (parts ?? []).join('\n'),
  },
  design: { ...sentence, label: 'Design', hint: 'A sentence or two.' },
  population_and_sample: { ...sentence, label: 'Population and sample' },
  instrument: { ...sentence, label: 'Instrument' },
  analysis: { ...sentence, label: 'Analysis' },
  instrument_included: {
    schema: v.pipe(
      v.optional(v.picklist(['yes', 'no', ''], 'Choose yes or no'), ''),
      v.transform((chosen) => (chosen === '' ? null : chosen === 'yes')),
    ),
    kind: 'select',
    label: 'Instrument in the file',
    options: [
      { value: 'yes', label: 'Included' },
      { value: 'no', label: 'Not included' },
    ],
    section,
    format: (included: boolean | null) => (included === null ? '' : included ? 'yes' : 'no'),
  },
  programme: {
    schema: oneOf(programmes, 'Choose a programme'),
    kind: 'select',
    label: 'Programme',
    options: asOptions(programmes),
    beside: 'tight',
    section,
  },
  reference_count: {
    schema: wholeNumber(0, 5000, 'A whole number, such as 46'),
    label: 'References',
    inputMode: 'numeric',
    beside: 'tight',
    section,
  },
  newest_reference_year: {
    schema: wholeNumber(1900, 2100, 'A year, such as 2024'),
    label: 'Newest reference',
    inputMode: 'numeric',
    placeholder: '2023',
    beside: 'tight',
    section,
  },
} satisfies RecordFields<'research_materials'>

/** Returns true if the text of the chosen open part is present. */
export const hasPreviewSection = ({
  preview_section,
  chapter_one_preview,
}: {
  preview_section: string | null
  chapter_one_preview: string | null
}) => preview_section === null || preview_section === 'abstract' || chapter_one_preview !== null
export const NO_PREVIEW_TEXT = 'There is no such text above. Leave this empty, or choose the abstract'

/** Returns true unless a newest reference is given without references. */
export const hasReferences = ({
  reference_count,
  newest_reference_year,
}: {
  reference_count: number | null
  newest_reference_year: number | null
}) => newest_reference_year === null || reference_count !== 0
export const NO_REFERENCES = 'There are no references, so none is the newest'
