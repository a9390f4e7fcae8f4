import { href } from 'react-router'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { KeptEmail } from '#app/ui/kept-email.tsx'
import { aboutOptions, messageForm } from './schema.ts'

type Props = {
  /** The values of the fields, by name. */
  values: Record<string, string>
  errors: Record<string, string>
}

/** The contact form. It works without a script. */
export function ContactForm({ values, errors }: Props) {
  const fields = formFields(messageForm, values, errors)
  return (
    <form className="stack" method="post" action={href('/contact')} noValidate>
      <AccountField />
      <TextField label="Name" {...fields.name} autoComplete="name" />
      <TextField label="Email" {...fields.email} type="email" autoComplete="email" hint="We answer to this address." />
      <KeptEmail kept={values.kept} />
      <SelectField label="About" {...fields.about} options={aboutOptions} />
      <TextArea label="Message" {...fields.body} hint="If it is about an order, add its reference or the title." />
      <p>
        <button className="btn go">Send message</button>
      </p>
    </form>
  )
}
