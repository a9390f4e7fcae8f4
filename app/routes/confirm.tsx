import { data, redirect } from 'react-router'
import { choosePassword, confirmAddress } from '../features/accounts/commands.server.ts'
import { newPassword } from '../features/accounts/schema.ts'
import { checkForm, readForm } from '../platform/forms.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { sessionCookie } from '../platform/session.server.ts'
import { toastCookie, type ToastMessage } from '../platform/toast.server.ts'
import { TextField } from '../ui/field.tsx'
import type { Route } from './+types/confirm'

/** Scanners and previews of mail open links: looking uses nothing up, only the button does. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const type = searchParams.get('type')
  return {
    kind: type === 'signup' || type === 'recovery' ? type : null,
    tokenHash: searchParams.get('token_hash'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const tokenHash = new URL(request.url).searchParams.get('token_hash') ?? ''
  return form.has('password') ? choosingPassword() : confirming()

  async function confirming() {
    const tokens = await confirmAddress(context, tokenHash)
    return tokens
      ? signedIn(tokens, '/', { title: 'Your address is confirmed', text: 'You are signed in.', kind: 'good' })
      : data({ spent: true, error: null }, { status: 400 })
  }

  async function choosingPassword() {
    const { values, errors } = checkForm(newPassword, Object.fromEntries(form))
    if (errors) {
      return data({ spent: false, error: errors.password ?? null }, { status: 400 })
    }
    const chosen = await choosePassword(context, tokenHash, values.password)
    if (!chosen || 'refusal' in chosen) {
      return data({ spent: true, error: chosen?.refusal.message ?? null }, { status: 400 })
    }
    return signedIn(chosen.tokens, '/dashboard', {
      title: 'Your password is changed',
      text: 'You are signed in here, and signed out everywhere else.',
      kind: 'good',
    })
  }

  function signedIn(tokens: Parameters<typeof sessionCookie>[1], to: string, toast: ToastMessage) {
    const headers = new Headers()
    headers.append('set-cookie', sessionCookie(context, tokens))
    headers.append('set-cookie', toastCookie(context, toast))
    return redirect(to, { status: 303, headers })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Confirm', description: 'Confirm your email address or choose a new password.', index: false })

export default function Confirm({ loaderData: { kind, tokenHash }, actionData }: Route.ComponentProps) {
  if (!kind || !tokenHash || actionData?.spent) {
    return <Spent reason={actionData?.error ?? null} />
  }
  return kind === 'signup' ? (
    <form className="narrow stack" method="post">
      <h1>Confirm your email address</h1>
      <p>One tap, and the account is yours.</p>
      <p>
        <button className="btn go">Confirm my account</button>
      </p>
    </form>
  ) : (
    <form className="narrow stack" method="post" noValidate>
      <h1>Choose a new password</h1>
      <TextField
        label="New password"
        name="password"
        type="password"
        required
        autoComplete="new-password"
        hint="8 characters or more. Other phones and computers are signed out."
        error={actionData?.error ?? undefined}
      />
      <p>
        <button className="btn go">Change my password</button>
      </p>
    </form>
  )
}

function Spent({ reason }: { reason: string | null }) {
  return (
    <div className="narrow stack">
      <h1>This link cannot be used</h1>
      {reason && <p>{reason}</p>}
      <p>
        It works once, for 24 hours, and only whole. If you have confirmed already, simply sign in; if not, ask for a new mail on
        the login page.
      </p>
      <p className="row">
        <a className="btn go" href="/auth">
          Login
        </a>
        <a className="btn" href="/auth/forgot-password">
          Forgot your password?
        </a>
      </p>
    </div>
  )
}
