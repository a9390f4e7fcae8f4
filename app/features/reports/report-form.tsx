import { href } from 'react-router'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { useId } from 'react'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { reportForm } from './schema.ts'
import { type Kind, getReasons } from './labels.ts'

type Props = {
  kind: Kind
  id: string
  /** The values of the fields, by name. */
  values: Record<string, string>
  errors: Record<string, string>
}

/** The form for a report; its address names the reported item. It works without a script. */
export function ReportForm({ kind, id, values, errors }: Props) {
  const fields = formFields(reportForm(kind), values, errors)
  const reasonError = useId()
  return (
    <form className="stack" method="post" action={`${href('/report')}?${kind}=${id}`} noValidate>
      <AccountField />
      <fieldset className="stack" aria-describedby={errors.reason ? reasonError : undefined}>
        <legend>What is wrong with it?</legend>
        <div className="choice">
          {getReasons(kind).map(({ value, label }, at) => (
            <label key={value}>
              <input
                type="radio"
                name="reason"
                value={value}
                defaultChecked={values.reason === value}
                {...(errors.reason && at === 0 && { autoFocus: true })}
                required
              />
              {label}
            </label>
          ))}
        </div>
        {errors.reason && (
          <p className="field">
            <span className="err" id={reasonError}>
              <Icon name="warning" />
              {errors.reason}
            </span>
          </p>
        )}
      </fieldset>
      <TextArea
        label="In your own words"
        optional
        {...fields.words}
        hint="Where you see it, and what you know about it. Do not write the names of patients here either."
      />
      <p className="row">
        <button className="btn go">Send report</button>
      </p>
    </form>
  )
}
