import { SelectField, TextField } from '../../ui/field.tsx'
import { authPath } from './auth-tabs.tsx'
import { genders, yearsOfStudy } from './schema.ts'

type Props = { next: string | null; typed: Record<string, string>; errors: Record<string, string> }

/** Login. After an error the fields keep the typed text, except the password. */
export function LoginForm({ next, typed, errors }: Props) {
  return (
    <form className="stack" method="post" action={authPath('login', next)} noValidate>
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        inputMode="email"
        defaultValue={typed.email}
        error={errors.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        required
        autoComplete="current-password"
        error={errors.password}
      />
      <p>
        <button className="btn go" name="intent" value="login">
          Login
        </button>{' '}
        <a className="btn bare" href="/auth/forgot-password">
          Forgot your password?
        </a>
      </p>
      <details className="ask" open={errors.email !== undefined || undefined}>
        <summary>The confirmation mail did not come</summary>
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

/** Sign Up, with the specification's seven fields. */
export function SignUpForm({ next, typed, errors }: Props) {
  return (
    <form className="stack" method="post" action={authPath('sign-up', next)} noValidate>
      <div className="two">
        <TextField
          label="First name"
          name="first_name"
          required
          autoComplete="given-name"
          maxLength={100}
          defaultValue={typed.first_name}
          error={errors.first_name}
        />
        <TextField
          label="Last name"
          name="last_name"
          required
          autoComplete="family-name"
          maxLength={100}
          defaultValue={typed.last_name}
          error={errors.last_name}
        />
      </div>
      <TextField
        label="Institution"
        name="institution_of_study"
        required
        autoComplete="organization"
        maxLength={200}
        hint="Your school or university, as you write it."
        defaultValue={typed.institution_of_study}
        error={errors.institution_of_study}
      />
      <div className="two">
        <SelectField
          label="Gender"
          name="gender"
          required
          options={genders}
          defaultValue={typed.gender ?? ''}
          error={errors.gender}
        />
        <SelectField
          label="Year of study"
          name="current_year_of_study"
          required
          options={yearsOfStudy}
          defaultValue={typed.current_year_of_study ?? ''}
          error={errors.current_year_of_study}
        />
      </div>
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        inputMode="email"
        hint="We send one mail to it, to confirm that it is yours."
        defaultValue={typed.email}
        error={errors.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        required
        autoComplete="new-password"
        hint="8 characters or more."
        error={errors.password}
      />
      <p className="hint">
        By signing up you agree to the <a href="/terms">terms</a> and the <a href="/privacy">privacy page</a>. If you are under
        18, ask your parent or guardian first.
      </p>
      <p>
        <button className="btn go" name="intent" value="sign-up">
          Sign Up
        </button>
      </p>
    </form>
  )
}
