import { href } from 'react-router'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { authPath } from './auth-tabs.tsx'
import { genders, signIn, signUp, studyYears } from './schema.ts'

type Props = { next: string | null; values: Record<string, string>; errors: Record<string, string> }

/** The login form. After an error the fields keep the submitted text, except the password. */
export function LoginForm({ next, values, errors }: Props) {
  const fields = formFields(signIn, values, errors)
  return (
    <form className="stack" method="post" action={authPath('login', next)} noValidate>
      <TextField label="Email" {...fields.email} type="email" autoComplete="email" inputMode="email" />
      <TextField label="Password" {...fields.password} type="password" autoComplete="current-password" />
      <p>
        <button className="btn go" name="intent" value="login">
          Login
        </button>
      </p>
      <p>
        <a href={href('/auth/forgot-password')}>Forgot your password?</a>
      </p>
      <details className="ask" open={values.intent === 'resend' || undefined}>
        <summary>Didn’t get the confirmation email?</summary>
        <p>Give it a few minutes and look in the spam folder. Then type your email above, and we send it again.</p>
        <p>
          <button className="btn" name="intent" value="resend">
            Send it again
          </button>
        </p>
      </details>
    </form>
  )
}

/** The sign-up form, with the specification's seven fields. */
export function SignUpForm({ next, values, errors }: Props) {
  const fields = formFields(signUp, values, errors)
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
      <TextField label="Password" {...fields.password} type="password" autoComplete="new-password" hint="8 characters or more." />
      <p className="hint">
        By signing up you agree to the <a href={href('/terms')}>terms</a> and the <a href={href('/privacy')}>privacy page</a>. If
        you are under 18, ask your parent or guardian first.
      </p>
      <p>
        <button className="btn go" name="intent" value="sign-up">
          Sign Up
        </button>
      </p>
    </form>
  )
}
