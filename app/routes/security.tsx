import { data, redirect } from 'react-router'
import { changeEmail, changePassword, endSessions, type Refusal } from '../features/accounts/commands.server.ts'
import { addressesOf } from '../features/accounts/queries.server.ts'
import { emailChange, passwordChange } from '../features/accounts/schema.ts'
import { EmailForm, OtherDevices, PasswordForm } from '../features/accounts/security-forms.tsx'
import { IslandScript } from '../features/shell/island-script.tsx'
import { checkForm, readForm, typedIn } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { giveTurnBack, takeTurn } from '../platform/limits/limits.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { noteFailure } from '../platform/process/failures.server.ts'
import { personOf, sessionCookie, signInAgain } from '../platform/session/session.server.ts'
import { toastCookie, type ToastMessage } from '../platform/session/toast.server.ts'
import { answersAtItsForm, orUnread } from '../platform/pages/unavailable.server.ts'
import { Toast } from '../ui/toast.tsx'
import type { Route } from './+types/security'

export const handle: Handle = { islands: ['passwords'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const person = personOf(context)
  const unread = { email: person.email, waiting: null }
  const addresses = await orUnread(context, addressesOf(context, person.accessToken), unread)
  if (!addresses) {
    throw signInAgain(url, context)
  }
  return addresses
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const person = personOf(context)
  const { accessToken } = person
  answersAtItsForm(context)
  const form = await readForm(request)
  const typed = typedIn(form)
  try {
    switch (typed.intent) {
      case 'email':
        return await email()
      case 'others':
        return await others()
      default:
        return await password()
    }
  } catch (error) {
    await giveTurnBack(context)
    noteFailure('A change of an account failed', error)
    return data({ toast: { title: 'Error', text: 'An unexpected error occurred.' }, typed, errors: {} }, { status: 503 })
  }

  async function password() {
    const title = 'The password was not changed'
    const { values, errors } = checkForm(passwordChange, Object.fromEntries(form))
    if (errors) {
      return refused(title, { message: 'Look at the fields that are marked.', errors })
    }
    const account = await addressesOf(context, accessToken)
    if (!account) {
      return signInAgain(url, context)
    }
    const turn = await takeTurn(context, 'present-password')
    if (turn.refusal) {
      return refused(title, { message: turn.refusal, errors: { present_password: turn.refusal } })
    }
    const result = await changePassword(context, account.email, values.present_password, values.new_password)
    if ('refusal' in result) {
      return refused(title, result.refusal)
    }
    await turn.succeeded()
    return done(
      { title: 'Your password is changed', text: 'Other phones and computers are signed out.', kind: 'good' },
      sessionCookie(context, result.tokens),
    )
  }

  async function email() {
    const title = 'The email was not changed'
    const { values, errors } = checkForm(emailChange, Object.fromEntries(form))
    if (errors) {
      return refused(title, { message: 'Look at the fields that are marked.', errors })
    }
    const account = await addressesOf(context, accessToken)
    if (!account) {
      return signInAgain(url, context)
    }
    if (values.email.toLowerCase() === account.email.toLowerCase()) {
      return refused(title, {
        message: 'Look at the fields that are marked.',
        errors: { email: 'That is the address you have now.' },
      })
    }
    const turn = await takeTurn(context, 'new-email')
    if (turn.refusal) {
      return refused(title, { message: turn.refusal, errors: { email: turn.refusal } })
    }
    const { refusal } = await changeEmail(context, account.email, values.email_password, values.email)
    return refusal
      ? refused(title, refusal)
      : done({ title: 'Check both mailboxes', text: 'Tap the button in both mails. Then the change is made.', kind: 'good' })
  }

  async function others() {
    return (await endSessions(context, accessToken, 'others'))
      ? done({ title: 'Signed out everywhere else', text: 'You are signed in here only.', kind: 'good' })
      : refused('That did not work', { message: 'Try again in a minute.', errors: {} })
  }

  function refused(title: string, { message, errors }: Refusal) {
    return data({ toast: { title, text: message }, typed, errors }, { status: 400 })
  }

  function done(toast: ToastMessage, ...cookies: string[]) {
    const headers = new Headers()
    for (const line of [toastCookie(context, toast), ...cookies]) {
      headers.append('set-cookie', line)
    }
    return redirect('/dashboard/security', { status: 303, headers })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Sign-in and security',
    description: 'Change your password or your email, and sign out elsewhere.',
    index: false,
  })

export default function Security({ loaderData: { email, waiting }, actionData }: Route.ComponentProps) {
  const { typed = {}, errors = {}, toast = null } = actionData ?? {}
  return (
    <div className="narrow parts">
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <a href="/dashboard">Dashboard</a>
        </nav>
        <h1>Sign-in and security</h1>
      </div>
      <PasswordForm errors={errors} email={email} />
      <EmailForm email={email} waiting={waiting} values={typed} errors={errors} />
      <OtherDevices />
      {toast && <Toast {...toast} kind="bad" />}
      <IslandScript name="passwords" />
    </div>
  )
}
