import { TextField } from '#app/ui/field.tsx'
import { formatFieldMoment } from '#app/platform/text/dates.ts'
import { FormSection } from './form-section.tsx'

type Props = { field(name: 'publish_at'): { name: string; defaultValue: string; error: string | undefined } }

/** The day and time at which a draft is published, in Lagos. Saving the form plans it, or drops the plan. */
export function PublishLater({ field }: Props) {
  const planned = field('publish_at').defaultValue
  return (
    <FormSection
      title="Publish later"
      field={field}
      fields={{ publish_at: formatFieldMoment(planned) ?? planned }}
      opensWith={['publish_at']}
    >
      <TextField
        label="Day and time in Lagos"
        optional
        type="datetime-local"
        hint="Save the draft with a time, and visitors see it from then on. Clear it to keep it a draft."
        {...field('publish_at')}
      />
    </FormSection>
  )
}
