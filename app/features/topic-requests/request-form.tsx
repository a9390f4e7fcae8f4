import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { LONGEST_TOPIC } from '../topics/schema.ts'
import { programmes, specialties } from './words.ts'

type Props = {
  /** The values of the fields, by name. */
  typed: Record<string, string>
  errors: Record<string, string>
  /** The day in Lagos, as 2026-11-20. */
  today: string
}

/** The form to request a topic. It works without a script. */
export function RequestForm({ typed, errors, today }: Props) {
  return (
    <form className="stack" method="post" action="/request-a-topic" noValidate>
      <TextArea
        label="Topic"
        name="topic"
        required
        maxLength={LONGEST_TOPIC}
        hint="In your own words. Name the problem, who has it and where, if you know."
        defaultValue={typed.topic}
        error={errors.topic}
      />
      <div className="two">
        <SelectField
          label="Programme"
          optional
          name="programme"
          options={programmes}
          defaultValue={typed.programme ?? ''}
          error={errors.programme}
        />
        <TextField
          label="Specialty"
          optional
          name="specialty"
          list="specialties"
          maxLength={100}
          placeholder="Midwifery"
          autoComplete="off"
          defaultValue={typed.specialty}
          error={errors.specialty}
        />
        <TextField
          label="Deadline"
          optional
          name="deadline"
          type="date"
          min={today}
          hint="When you have to hand in your topic."
          defaultValue={typed.deadline}
          error={errors.deadline}
        />
        <TextField
          label="Contact"
          optional
          name="contact"
          maxLength={200}
          hint="A phone number or an email address, if not the one of your account."
          defaultValue={typed.contact}
          error={errors.contact}
        />
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
