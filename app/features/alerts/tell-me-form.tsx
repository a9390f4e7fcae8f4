import { useRouteLoaderData } from 'react-router'
import type { Wanted } from '#app/services/alerts.ts'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { capitalised } from '#app/platform/text/strings.ts'
import { describeWanted } from '#app/platform/text/wanted.ts'
import { KeptEmail } from '#app/ui/kept-email.tsx'
import { alertForm } from './schema.ts'
import { alertKey, alertPath } from './wanted.ts'

type Props = { offered: readonly Wanted[]; values: Record<string, string>; errors: Record<string, string> }

/**
 * The form that asks to be told when a work appears on one of `offered`. A visitor types an email, which is confirmed by a
 * link. It works without a script.
 */
export function TellMeForm({ offered, values, errors }: Props) {
  const account = useRouteLoaderData<{ account?: { email: string } | null }>('root')?.account
  const fields = formFields(alertForm, values, errors)
  const chosen = offered.find((one) => alertKey(one) === values.about) ?? offered[0]
  return (
    <form
      className="stack tell-me"
      method="post"
      action={alertPath(Object.fromEntries(offered.map(({ kind, wanted }) => [kind, wanted])))}
      noValidate
    >
      <AccountField />
      {account ? (
        <p>
          We email <b>{account.email}</b>.
        </p>
      ) : (
        <TextField label="Your email" {...fields.email} type="email" autoComplete="email" inputMode="email" />
      )}
      <KeptEmail kept={values.kept} />
      {offered.length > 1 ? (
        <fieldset>
          <legend>About</legend>
          {offered.map((one) => (
            <label key={one.kind}>
              <input type="radio" name="about" value={alertKey(one)} defaultChecked={one === chosen} />
              {capitalised(describeWanted(one))}
            </label>
          ))}
        </fieldset>
      ) : (
        chosen && (
          <p>
            About {describeWanted(chosen)}.
            <input type="hidden" name="about" value={alertKey(chosen)} />
          </p>
        )
      )}
      <p>
        <button className="btn go">Tell me</button>
      </p>
      <p className="hint">
        {!account && 'First we send one email to confirm the address. Then at '}
        {account && 'At '}
        most one a day, only when something new fits, with a link that ends it in one tap.
      </p>
    </form>
  )
}

/** The form below a search that found nothing. */
export function TellMeSection({ offered }: { offered: readonly Wanted[] }) {
  return (
    <section className="stack" aria-labelledby="tell-me">
      <h2 id="tell-me">Tell me when a work appears</h2>
      <TellMeForm offered={offered} values={{}} errors={{}} />
    </section>
  )
}
