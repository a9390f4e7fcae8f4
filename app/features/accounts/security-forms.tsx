import { href } from 'react-router'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { KeptEmail } from '#app/ui/kept-email.tsx'
import { emailChange, passwordChange } from './schema.ts'

type Errors = Record<string, string>

/** The form to change the password. Submitted passwords are never shown again. */
export function PasswordForm({ errors, email }: { errors: Errors; email: string }) {
  const fields = formFields(passwordChange, {}, errors)
  return (
    <form className="card stack" method="post" action={href('/dashboard/security')} noValidate>
      <AccountField />
      <h2>Password</h2>
      {/* Tells password managers the account of the new password. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField label="Current password" {...fields.present_password} type="password" autoComplete="current-password" />
      <TextField
        label="New password"
        {...fields.new_password}
        type="password"
        autoComplete="new-password"
        hint="8 characters or more. A short sentence works well."
      />
      <p className="row">
        <button className="btn go" name="intent" value="password">
          Change my password
        </button>
        <a className="btn bare" href={href('/auth/forgot-password')}>
          Forgot your password?
        </a>
      </p>
      <p className="hint">This signs out your other phones and computers. You stay signed in here, and we confirm it by email.</p>
    </form>
  )
}

/** The form to change the email address. `waiting` is the requested address that is not confirmed yet. */
export function EmailForm({
  email,
  waiting,
  values,
  errors,
}: {
  email: string
  waiting: string | null
  values: Errors
  errors: Errors
}) {
  const fields = formFields(emailChange, values, errors)
  return (
    <form className="card stack" method="post" action={href('/dashboard/security')} noValidate>
      <AccountField />
      <h2>Email</h2>
      <p>
        You sign in with <strong>{email}</strong>.
      </p>
      {waiting && (
        <p className="note">
          You asked to move to <strong>{waiting}</strong>. There is an email in both mailboxes; tap the button in both within 24
          hours. Nothing there? Look in the spam folder, or ask again below.
        </p>
      )}
      <TextField
        label="New email"
        {...fields.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint="Both addresses get an email with a button. Your email changes once both are tapped."
        defaultValue={values.email ?? waiting ?? ''}
      />
      <KeptEmail kept={values.kept} />
      <TextField label="Your password" {...fields.email_password} type="password" autoComplete="current-password" />
      <p>
        <button className="btn go" name="intent" value="email">
          Change my email
        </button>
      </p>
      <p className="hint">
        If you cannot open the old mailbox any more, <a href={href('/support')}>write to us</a>.
      </p>
    </form>
  )
}

/** The way to the page of the account's second factors. */
export function TwoFactorLink() {
  return (
    <section className="card stack">
      <h2>Two-factor sign-in</h2>
      <p>After your password, your phone or a passkey confirms that it is you. A stolen password is then not enough.</p>
      <p>
        <a className="btn" href={href('/dashboard/security/two-factor')}>
          Two-factor sign-in
        </a>
      </p>
    </section>
  )
}

/** The form that signs out all other sessions. */
export function OtherDevices() {
  return (
    <form className="card stack" method="post" action={href('/dashboard/security')}>
      <AccountField />
      <h2>Other phones and computers</h2>
      <p>Did you use a friend&apos;s phone or a library computer? Sign out everywhere except here. It takes effect at once.</p>
      <p>
        <button className="btn" name="intent" value="others">
          Sign out everywhere else
        </button>
      </p>
    </form>
  )
}
