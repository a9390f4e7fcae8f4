import * as v from 'valibot'
import { line, lines, orNull, wholeNumber } from '#app/platform/forms/fields.ts'
import { previewSections } from './preview-section.ts'
import { programmes } from './programmes.ts'
import type { StudyDetails } from './study-details.ts'

/** The maximum length of design, population and sample, instrument and analysis. */
export const MAX_METHOD_CHARS = 300
const MAX_ABSTRACT_WORDS = 300
const MAX_LINES = 60
const MAX_LINE_CHARS = 200

/** Accepts one of the stored values, or null if nothing is chosen. */
const oneOf = <const Stored extends string>(options: readonly { stored: Stored }[], reason: string) =>
  v.pipe(
    v.optional(v.union([v.picklist(options.map(({ stored }) => stored)), v.literal('')], reason), ''),
    v.transform((chosen) => chosen || null),
  )

const sentence = orNull(line(MAX_METHOD_CHARS))

/** The fields of the whole work in the forms of an approval and of a material. */
export const studyDetailsFields = {
  abstract: v.pipe(
    orNull(lines(4000)),
    v.check(
      (abstract) => abstract === null || abstract.split(/\s+/).length <= MAX_ABSTRACT_WORDS,
      'At most 300 words, as the Council has it',
    ),
  ),
  preview_section: oneOf(previewSections, 'Choose what it is'),
  full_contents: v.pipe(
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
  instrument_included: v.pipe(
    v.optional(v.picklist(['yes', 'no', ''], 'Choose yes or no'), ''),
    v.transform((chosen) => (chosen === '' ? null : chosen === 'yes')),
  ),
  design: sentence,
  population_and_sample: sentence,
  instrument: sentence,
  analysis: sentence,
  programme: oneOf(programmes, 'Choose a programme'),
  reference_count: wholeNumber(0, 5000, 'A whole number, such as 46'),
  newest_reference_year: wholeNumber(1900, 2100, 'A year, such as 2024'),
}

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

/** Returns the stored fields of the whole work as form values. */
export function submittedStudyDetails(
  stored: Partial<Omit<StudyDetails, 'file_size' | 'file_date'>>,
): Record<keyof typeof studyDetailsFields, string> {
  const text = (value: string | number | null | undefined) => String(value ?? '')
  return {
    abstract: text(stored.abstract),
    preview_section: text(stored.preview_section),
    full_contents: (stored.full_contents ?? []).join('\n'),
    instrument_included: stored.instrument_included === true ? 'yes' : stored.instrument_included === false ? 'no' : '',
    design: text(stored.design),
    population_and_sample: text(stored.population_and_sample),
    instrument: text(stored.instrument),
    analysis: text(stored.analysis),
    programme: text(stored.programme),
    reference_count: text(stored.reference_count),
    newest_reference_year: text(stored.newest_reference_year),
  }
}
