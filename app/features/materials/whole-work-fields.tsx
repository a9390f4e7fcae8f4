import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { openParts } from './open-part.ts'
import { programmes } from './whole-work.ts'
import { MOST_METHOD_LETTERS } from './whole-work-schema.ts'

type Props = { field: (name: string) => { defaultValue: string; error: string | undefined } }

const asOptions = (options: readonly { stored: string; label: string }[]) =>
  options.map(({ stored: value, label }) => ({ value, label }))

/** The choice of the open part. It is shown below the field with its text. */
export function OpenPartField({ field }: Props) {
  return (
    <SelectField
      label="What the free part is"
      optional
      name="open_part"
      options={asOptions(openParts)}
      hint="Left open, its length tells: a text of 600 words or more is shown as chapter one."
      {...field('open_part')}
    />
  )
}

/** The fields of the whole work, in the forms of an approval and of a material. */
export function WholeWorkFields({ field }: Props) {
  const sentence = (name: string) => ({ name, maxLength: MOST_METHOD_LETTERS, rows: 2, optional: true, ...field(name) })
  return (
    <>
      <TextArea
        label="Abstract"
        optional
        name="abstract"
        rows={6}
        maxLength={4000}
        hint="At most 300 words."
        {...field('abstract')}
      />
      <TextArea
        label="Contents"
        optional
        name="whole_contents"
        rows={6}
        hint="Of the whole work, a line each, such as: Chapter two: Literature review (14 pages). Appendices too."
        {...field('whole_contents')}
      />
      <TextArea label="Design" hint="A sentence or two." {...sentence('design')} />
      <TextArea label="Population and sample" {...sentence('population_and_sample')} />
      <TextArea label="Instrument" {...sentence('instrument')} />
      <TextArea label="Analysis" {...sentence('analysis')} />
      <div className="two tight">
        <SelectField
          label="Instrument in the file"
          optional
          name="instrument_included"
          options={[
            { value: 'yes', label: 'Included' },
            { value: 'no', label: 'Not included' },
          ]}
          {...field('instrument_included')}
        />
        <SelectField label="Programme" optional name="programme" options={asOptions(programmes)} {...field('programme')} />
        <TextField label="References" optional name="reference_count" inputMode="numeric" {...field('reference_count')} />
        <TextField
          label="Newest reference"
          optional
          name="newest_reference_year"
          inputMode="numeric"
          placeholder="2023"
          {...field('newest_reference_year')}
        />
      </div>
    </>
  )
}
