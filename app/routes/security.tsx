import { href, data } from 'react-router'
import { changeEmail, changePassword, endSessions, type Rejection } from '../features/accounts/commands.server.ts'
import { getAddresses } from '../features/accounts/queries.server.ts'
import { finishSignIn } from '../features/accounts/second-factor.server.ts'
import { emailChange, passwordChange } from '../features/accounts/schema.ts'
import { EmailForm, OtherDevices, PasswordForm, TwoFactorLink } from '../features/accounts/security-forms.tsx'
import { IslandScript } from '../features/shell/island-script.tsx'
import { LOOK_AGAIN, questionEmail } from '../platform/forms/email-typo.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { requireUser, signInAgain } from '../platform/session/session.server.ts'
import { type ToastMessage, redirectWithToast } from '../platform/session/toast.server.ts'
import { markFormResponse, orUnread } from '../platform/pages/unavailable.server.ts'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/security'

export const handle: Handle = { islands: ['passwords'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const unread = { email: user.email, waiting: null }
  const addresses = await orUnread(context, getAddresses(context, user.accessToken), unread)
  if (!addresses) {
    throw signInAgain(url, context)
  }
  return addresses
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const { accessToken } = user
  markFormResponse(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  try {
    switch (submitted.intent) {
      case 'email':
        return await email()
      case 'others':
        return await others()
      default:
        return await password()
    }
  } catch (error) {
    await refundRateLimit(context)
    logFailure('Could not change an account', error)
    return data(
      { toast: { title: 'Error', text: 'An unexpected error occurred.' }, values: submitted, errors: {} },
      { status: 503 },
    )
  }

  async function password() {
    const title = 'The password was not changed'
    const { values, errors } = checkForm(passwordChange, Object.fromEntries(form))
    if (errors) {
      return rejected(title, { message: 'Check the marked fields.', errors })
    }
    const account = await getAddresses(context, accessToken)
    if (!account) {
      return signInAgain(url, context)
    }
    const turn = await consumeRateLimit(context, 'present-password')
    if (turn.rejection) {
      return rejected(title, { message: turn.rejection, errors: { present_password: turn.rejection } })
    }
    const result = await changePassword(context, account.email, values.present_password, values.new_password)
    if ('rejection' in result) {
      return rejected(title, result.rejection)
    }
    await turn.succeeded()
    const toast: ToastMessage = {
      title: 'Your password is changed',
      text: 'Other phones and computers are signed out.',
      kind: 'good',
    }
    return finishSignIn(context, result.tokens, { next: href('/dashboard/security'), toast, pendingToast: toast })
  }

  async function email() {
    const title = 'The email was not changed'
    const { values, errors } = checkForm(emailChange, Object.fromEntries(form))
    if (errors) {
      return rejected(title, { message: 'Check the marked fields.', errors })
    }
    const account = await getAddresses(context, accessToken)
    if (!account) {
      return signInAgain(url, context)
    }
    if (values.email.toLowerCase() === account.email.toLowerCase()) {
      return rejected(title, {
        message: 'Check the marked fields.',
        errors: { email: 'That is the address you have now.' },
      })
    }
    const question = questionEmail(values.email, submitted.kept)
    if (question !== null) {
      return rejected(title, { message: LOOK_AGAIN, errors: { email: question } }, { ...submitted, kept: values.email })
    }
    const turn = await consumeRateLimit(context, 'new-email')
    if (turn.rejection) {
      return rejected(title, { message: turn.rejection, errors: { email: turn.rejection } })
    }
    const { rejection } = await changeEmail(context, account.email, values.email_password, values.email)
    return rejection
      ? rejected(title, rejection)
      : done({ title: 'Check both mailboxes', text: 'Tap the button in both emails. Then your email changes.', kind: 'good' })
  }

  async function others() {
    return (await endSessions(context, accessToken, 'others'))
      ? done({ title: 'Signed out everywhere else', text: 'You are signed in here only.', kind: 'good' })
      : rejected('That did not work', { message: 'Try again in a minute.', errors: {} })
  }

  function rejected(title: string, { message, errors }: Rejection, values = submitted) {
    return data({ toast: { title, text: message }, values, errors }, { status: 400 })
  }

  function done(toast: ToastMessage) {
    return redirectWithToast(context, href('/dashboard/security'), toast)
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Sign-in and security',
    description: 'Change your password or your email, and sign out elsewhere.',
    index: false,
  })

export default function Security({ loaderData: { email, waiting }, actionData }: Route.ComponentProps) {
  const { values = {}, errors = {}, toast = null } = actionData ?? {}
  return (
    <div className="narrow parts">
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <a href={href('/dashboard')}>Dashboard</a>
        </nav>
        <h1>Sign-in and security</h1>
        <ErrorSummary error={toast && { ...toast, errors }} />
      </div>
      <PasswordForm errors={errors} email={email} />
      <EmailForm email={email} waiting={waiting} values={values} errors={errors} />
      <TwoFactorLink />
      <OtherDevices />
      <IslandScript name="passwords" />
    </div>
  )
}
