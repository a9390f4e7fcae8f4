import { href } from 'react-router'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { KeptEmail } from '#app/ui/kept-email.tsx'
import { authPath } from './auth-tabs.tsx'
import { genders, signIn, signUp, studyYears } from './schema.ts'

type Props = { next: string | null; values: Record<string, string>; errors: Record<string, string> }

/** The error of a sign-in at an address that is not confirmed. The form then offers the email again. */
export const CONFIRM_FIRST = 'Confirm this address first: open the email we sent to it and tap the button.'

/**
 * The login form. After an error the fields keep the submitted text, except the password.
 * @param props.resends true to offer the confirmation email again, at the end.
 */
export function LoginForm({ next, values, errors, resends }: Props & { resends: boolean }) {
  const fields = formFields(signIn, values, errors)
  return (
    <form className="stack" method="post" action={authPath('login', next)} noValidate>
      <TextField label="Email" {...fields.email} type="email" autoComplete="email" inputMode="email" />
      <KeptEmail kept={values.kept} />
      <TextField label="Password" {...fields.password} type="password" autoComplete="current-password" />
      <p>
        <button className="btn go" name="intent" value="login">
          Sign in
        </button>
      </p>
      <p>
        <a href={href('/auth/forgot-password')}>Forgot your password?</a>
      </p>
      {resends && (
        <details className="ask" open={values.intent === 'resend' || errors.email === CONFIRM_FIRST || undefined}>
          <summary>Didn’t get the confirmation email?</summary>
          <p>Give it a few minutes and look in the spam folder. Then type your email above, and we send it again.</p>
          <p>
            <button className="btn" name="intent" value="resend">
              Send it again
            </button>
          </p>
        </details>
      )}
    </form>
  )
}

/** The sign-up form, with the specification's seven fields. */
export function SignUpForm({ next, values, errors }: Props) {
  const fields = formFields(signUp, values, errors)
  const isAgain = Object.keys(errors).length > 0 && errors.password === undefined
  return (
    <form className="stack" method="post" action={authPath('sign-up', next)} noValidate>
      <div className="two">
        <TextField label="First name" {...fields.first_name} autoComplete="given-name" />
        <TextField label="Last name" {...fields.last_name} autoComplete="family-name" />
      </div>
      <TextField
        label="Institution"
        {...fields.institution_of_study}
        autoComplete="organization"
        hint="Your school or university, as you write it."
      />
      <div className="two">
        <SelectField label="Gender" {...fields.gender} options={genders} />
        <SelectField label="Year of study" {...fields.current_year_of_study} options={studyYears} />
      </div>
      <TextField
        label="Email"
        {...fields.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint="We send one email to it, to confirm that it is yours."
      />
      <KeptEmail kept={values.kept} />
      <TextField
        label="Password"
        {...fields.password}
        type="password"
        autoComplete="new-password"
        hint={isAgain ? '8 characters or more. Type it again: pages do not keep passwords.' : '8 characters or more.'}
      />
      <p className="hint">
        By signing up you agree to the <a href={href('/terms')}>terms</a> and the <a href={href('/privacy')}>privacy page</a>. If
        you are under 18, ask your parent or guardian first.
      </p>
      <p>
        <button className="btn go" name="intent" value="sign-up">
          Sign up
        </button>
      </p>
    </form>
  )
}

/** The parameter of the sign-up form with which a sign-up that waits for its email is changed. */
export const CHANGE_SIGN_UP = 'change'

/** The note that an email was sent. `waiting`: the address of a sign-up in this browser, which may be changed. */
export function CheckEmail({ next, text, waiting }: { next: string | null; text: string; waiting: string | null }) {
  return (
    <div className="note stack">
      <p>
        {waiting && (
          <>
            The address is <b>{waiting}</b>.{' '}
          </>
        )}
        {text} It can take a few minutes; look in the spam folder too.
      </p>
      {waiting && (
        <form className="row" method="post" action={authPath('login', next)}>
          <input type="hidden" name="email" value={waiting} />
          <KeptEmail kept={waiting} />
          <button className="btn" name="intent" value="resend">
            Send it again
          </button>
          <a href={`${authPath('sign-up', next)}&${CHANGE_SIGN_UP}`}>Wrong address? Change it</a>
        </form>
      )}
    </div>
  )
}
