import { href } from 'react-router'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { TextField } from '#app/ui/field.tsx'
import type { FieldErrors, Typed } from '#app/platform/forms/form.server.ts'
import { claim, newPassword } from './schema.ts'

/** The page of a link in a confirmation email. Its password shows that its reader is the one who signed up. */
export function ConfirmAddress({ error }: { error: string | undefined }) {
  const fields = formFields(newPassword, {}, error === undefined ? {} : { password: error })
  return (
    <form className="narrow stack" method="post" noValidate>
      <h1>Confirm your email address</h1>
      <p>Type your password once more, and the account is yours.</p>
      <TextField
        label="Password"
        {...fields.password}
        type="password"
        autoComplete="current-password"
        hint="The one that you chose when you signed up."
      />
      <p>
        <button className="btn go">Confirm my account</button>
      </p>
    </form>
  )
}

/** The form that follows if the account was made with another password, perhaps by someone else. */
export function ClaimAccount({ values, errors }: { values: Typed; errors: FieldErrors }) {
  const fields = formFields(claim, values, errors)
  return (
    <form className="narrow stack" method="post" noValidate>
      <h1>Make the account yours</h1>
      <p>
        Your address is confirmed. The first sign-up with it had another password: perhaps you mistyped yours, or someone else
        used your address. That password and the names that came with it are gone. Choose a password and type your name.
      </p>
      <TextField label="First name" {...fields.first_name} autoComplete="given-name" />
      <TextField label="Last name" {...fields.last_name} autoComplete="family-name" />
      <TextField label="Institution of study" {...fields.institution_of_study} />
      <TextField
        label="New password"
        {...fields.password}
        type="password"
        autoComplete="new-password"
        hint="8 characters or more. It can be the one that you typed a moment ago."
      />
      <p>
        <button className="btn go" name="intent" value="claim">
          Save and sign in
        </button>
      </p>
    </form>
  )
}

/** The page of each of the two links for a change of email. */
export function ConfirmMove() {
  return (
    <form className="narrow stack" method="post">
      <h1>Confirm the new email of your account</h1>
      <p>We email both addresses, the current one and the new one. Your email changes once both have confirmed it.</p>
      <p>
        <button className="btn go">Confirm from this address</button>
      </p>
    </form>
  )
}

/** The page shown when one of the two addresses has confirmed. */
export function PartlyConfirmed() {
  return (
    <div className="narrow stack">
      <h1>Confirmed from this address</h1>
      <p>Now open the email in the other mailbox and tap its button too. Until then you sign in with the address you have.</p>
      <p>
        <a className="btn" href={href('/dashboard/security')}>
          Back to your account
        </a>
      </p>
    </div>
  )
}

/** The page of a link for a forgotten password. */
export function NewPassword({ error }: { error: string | undefined }) {
  const fields = formFields(newPassword, {}, error === undefined ? {} : { password: error })
  return (
    <form className="narrow stack" method="post" noValidate>
      <h1>Choose a new password</h1>
      <TextField
        label="New password"
        {...fields.password}
        type="password"
        autoComplete="new-password"
        hint="8 characters or more. Other phones and computers are signed out."
      />
      <p>
        <button className="btn go">Change my password</button>
      </p>
    </form>
  )
}

const used = {
  signup: { title: 'You are confirmed', text: 'Your address is confirmed, and there is nothing more to do here.' },
  recovery: { title: 'Your password is changed', text: 'You have used this link: sign in with the password that you chose.' },
  email_change: {
    title: 'This address is confirmed',
    text: 'Your email changes once both mailboxes have confirmed it. If you have not tapped the button in the other email yet, open that one.',
  },
} as const

/** The page of a link that was used in this browser before, with the next step. */
export function UsedLink({ kind, isSignedIn }: { kind: keyof typeof used; isSignedIn: boolean }) {
  const { title, text } = used[kind]
  return (
    <div className="narrow stack">
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="row">
        {isSignedIn ? (
          <a className="btn go" href={href(kind === 'signup' ? '/dashboard' : '/dashboard/security')}>
            {kind === 'signup' ? 'Your dashboard' : 'Sign-in and security'}
          </a>
        ) : (
          <a className="btn go" href={href('/auth')}>
            Sign in
          </a>
        )}
        {kind === 'recovery' && !isSignedIn && (
          <a className="btn" href={href('/auth/forgot-password')}>
            Forgot your password?
          </a>
        )}
      </p>
    </div>
  )
}

/** The page of a link that is used, expired or broken, with the next step. */
export function Spent({ kind }: { kind: 'signup' | 'recovery' | 'email_change' | null }) {
  return (
    <div className="narrow stack">
      <h1>This link cannot be used</h1>
      <p>A link works once, within 24 hours, and only if it is complete.</p>
      {kind === 'email_change' ? (
        <>
          <p>If you tapped it already, there is nothing more to do here. If not, sign in and ask for the change again.</p>
          <p>
            <a className="btn go" href={href('/dashboard/security')}>
              Sign-in and security
            </a>
          </p>
        </>
      ) : (
        <>
          <p>
            {kind === 'recovery'
              ? 'If you have chosen a new password already, simply sign in with it; if not, request another link.'
              : 'If you tapped it before, your address is confirmed: simply sign in. If not, ask for a new email where you sign in.'}
          </p>
          <p className="row">
            <a className="btn go" href={href('/auth')}>
              Sign in
            </a>
            <a className="btn" href={href('/auth/forgot-password')}>
              Forgot your password?
            </a>
          </p>
        </>
      )}
    </div>
  )
}
