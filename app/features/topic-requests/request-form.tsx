import { href } from 'react-router'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { KeptEmail } from '#app/ui/kept-email.tsx'
import { topicRequest } from './schema.ts'
import { programmes, specialties } from './labels.ts'

type Props = {
  /** The values of the fields, by name. */
  values: Record<string, string>
  errors: Record<string, string>
  /** The day in Lagos, as 2026-11-20. */
  today: string
}

/** The form to request a topic. It works without a script. */
export function RequestForm({ values, errors, today }: Props) {
  const fields = formFields(topicRequest(today), values, errors)
  return (
    <form className="stack" method="post" action={href('/request-a-topic')} noValidate>
      <AccountField />
      <TextArea label="Topic" {...fields.topic} hint="In your own words. Name the problem, who has it and where, if you know." />
      <div className="two">
        <SelectField label="Programme" optional {...fields.programme} options={programmes} />
        <TextField
          label="Specialty"
          optional
          {...fields.specialty}
          list="specialties"
          placeholder="Midwifery"
          autoComplete="off"
        />
        <TextField
          label="Deadline"
          optional
          {...fields.deadline}
          type="date"
          min={today}
          hint="When you have to hand in your topic."
        />
        <TextField
          label="Contact"
          optional
          {...fields.contact}
          hint="A phone number or an email address, if not the one of your account."
        />
        <KeptEmail kept={values.kept} />
      </div>
      <datalist id="specialties">
        {specialties.map((specialty) => (
          <option key={specialty}>{specialty}</option>
        ))}
      </datalist>
      <p className="row">
        <button className="btn go">Send request</button>
        <span className="hint">The answer comes within 3-5 business days.</span>
      </p>
    </form>
  )
}
