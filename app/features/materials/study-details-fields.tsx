import { SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { previewSections } from './preview-section.ts'
import { programmes } from './programmes.ts'
import { MAX_METHOD_CHARS, type submittedStudyDetails } from './study-details-schema.ts'

type Props<Name extends string> = { field: (name: Name) => { name: string; defaultValue: string; error: string | undefined } }
type StudyDetailsName = keyof ReturnType<typeof submittedStudyDetails>

const asOptions = (options: readonly { stored: string; label: string }[]) =>
  options.map(({ stored: value, label }) => ({ value, label }))

/** The names of the fields of `StudyDetailsFields` in the summary of their section. */
export const studyDetailsLabels = {
  abstract: 'abstract',
  full_contents: 'contents',
  design: 'design',
  population_and_sample: 'population and sample',
  instrument: 'instrument',
  analysis: 'analysis',
  instrument_included: 'instrument in the file',
  programme: 'programme',
  reference_count: 'references',
  newest_reference_year: 'newest reference',
} as const satisfies Partial<Record<StudyDetailsName, string>>

/** The select for the open part. It is shown below the field with its text. */
export function PreviewSectionField({ field }: Props<'preview_section'>) {
  return (
    <SelectField
      label="Which part is free"
      optional
      options={asOptions(previewSections)}
      hint="Leave it empty to decide by length: a text of 600 words or more is shown as chapter one."
      {...field('preview_section')}
    />
  )
}

/** The fields of the whole work, in the forms of an approval and of a material. */
export function StudyDetailsFields({ field }: Props<StudyDetailsName>) {
  const sentence = (name: StudyDetailsName) => ({ maxLength: MAX_METHOD_CHARS, rows: 2, optional: true, ...field(name) })
  return (
    <>
      <TextArea label="Abstract" optional rows={6} maxLength={4000} hint="At most 300 words." {...field('abstract')} />
      <TextArea
        label="Contents"
        optional
        rows={6}
        hint="Of the whole work, a line each, such as: Chapter two: Literature review (14 pages). Appendices too."
        {...field('full_contents')}
      />
      <TextArea label="Design" hint="A sentence or two." {...sentence('design')} />
      <TextArea label="Population and sample" {...sentence('population_and_sample')} />
      <TextArea label="Instrument" {...sentence('instrument')} />
      <TextArea label="Analysis" {...sentence('analysis')} />
      <div className="two tight">
        <SelectField
          label="Instrument in the file"
          optional
          options={[
            { value: 'yes', label: 'Included' },
            { value: 'no', label: 'Not included' },
          ]}
          {...field('instrument_included')}
        />
        <SelectField label="Programme" optional options={asOptions(programmes)} {...field('programme')} />
        <TextField label="References" optional inputMode="numeric" {...field('reference_count')} />
        <TextField label="Newest reference" optional inputMode="numeric" placeholder="2023" {...field('newest_reference_year')} />
      </div>
    </>
  )
}
