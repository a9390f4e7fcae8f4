import { formFields } from '../platform/forms/form-fields.ts'
import { href, data } from 'react-router'
import { emailNewPasswordLink } from '../features/accounts/commands.server.ts'
import { addressOnly } from '../features/accounts/schema.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { equalizeTiming } from '../platform/session/equalize-timing.server.ts'
import { LOOK_AGAIN, questionEmail } from '../platform/forms/email-typo.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { ErrorSummary, TextField } from '../ui/field.tsx'
import { KeptEmail } from '../ui/kept-email.tsx'
import type { Route } from './+types/forgot-password'

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const { values, errors } = checkForm(addressOnly, Object.fromEntries(form))
  if (errors) {
    return data({ headline: 'Please type your email.', values: submitted, errors }, { status: 400 })
  }
  // It is asked about every such address, so it does not reveal whether there is an account.
  const question = questionEmail(values.email, submitted.kept)
  if (question !== null) {
    const shown = { values: { ...submitted, kept: values.email }, errors: { email: question } }
    return data({ headline: LOOK_AGAIN, ...shown }, { status: 400 })
  }
  const turn = await consumeRateLimit(context, 'new-password', values.email)
  if (turn.rejection) {
    return data({ headline: turn.rejection, values: submitted, errors: { email: turn.rejection } }, { status: 429 })
  }
  const even = equalizeTiming()
  try {
    if (!turn.spared) {
      await emailNewPasswordLink(context, values.email)
    }
    await even()
  } catch (error) {
    logFailure('Could not email a link for a new password', error)
    await refundRateLimit(context)
    await even()
    return data({ headline: 'An unexpected error occurred.', values: submitted, errors: {} }, { status: 503 })
  }
  return redirectWithToast(context, `${href('/auth')}?check-email=password`, {
    title: 'Check your email',
    text: 'If there is an account with this address, an email with a link is on its way.',
  })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Forgot your password?',
    description: 'We send you a link with which you choose a new password.',
    index: false,
  })

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const fields = formFields(addressOnly, actionData?.values ?? {}, actionData?.errors ?? {})
  return (
    <form className="narrow stack" method="post" noValidate>
      <h1>Forgot your password?</h1>
      <p>Type the email of your account. We send a link with which you choose a new one.</p>
      <ErrorSummary error={actionData && { title: 'Error', text: actionData.headline, errors: actionData.errors }} />
      <TextField label="Email" {...fields.email} type="email" autoComplete="email" inputMode="email" />
      <KeptEmail kept={actionData?.values.kept} />
      <p className="row">
        <button className="btn go">Send the link</button>
        <a className="btn bare" href={href('/auth')}>
          Back to sign in
        </a>
      </p>
    </form>
  )
}
