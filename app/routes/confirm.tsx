import { data, redirect } from 'react-router'
import { confirmAddress } from '../features/accounts/commands.server.ts'
import { readForm } from '../platform/forms.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { sessionCookie } from '../platform/session.server.ts'
import { toastCookie } from '../platform/toast.server.ts'
import type { Route } from './+types/confirm'

/** Scanners and previews of mail open links: looking uses nothing up, only the button does. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  return { tokenHash: searchParams.get('type') === 'signup' ? searchParams.get('token_hash') : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const tokenHash = (await readForm(request)).get('token_hash')
  const tokens = typeof tokenHash === 'string' ? await confirmAddress(context, tokenHash) : null
  if (!tokens) {
    return data({ spent: true }, { status: 400 })
  }
  const headers = new Headers()
  headers.append('set-cookie', sessionCookie(context, tokens))
  headers.append(
    'set-cookie',
    toastCookie(context, { title: 'Your address is confirmed', text: 'You are signed in.', kind: 'good' }),
  )
  return redirect('/', { status: 303, headers })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Confirm your address', description: 'Confirm your email address.', index: false })

export default function Confirm({ loaderData: { tokenHash }, actionData }: Route.ComponentProps) {
  if (!tokenHash || actionData?.spent) {
    return (
      <div className="narrow stack">
        <h1>This link cannot be used</h1>
        <p>
          It works once, for 24 hours, and only whole. If you have confirmed already, simply sign in; if not, ask for a new mail
          on the login page. send a new mail.
        </p>
        <p className="row">
          <a className="btn go" href="/auth">
            Login
          </a>
          <a className="btn" href="/auth?tab=sign-up">
            Sign Up
          </a>
        </p>
      </div>
    )
  }
  return (
    <form className="narrow stack" method="post">
      <h1>Confirm your email address</h1>
      <p>One tap, and the account is yours.</p>
      <input type="hidden" name="token_hash" value={tokenHash} />
      <p>
        <button className="btn go">Confirm my account</button>
      </p>
    </form>
  )
}
