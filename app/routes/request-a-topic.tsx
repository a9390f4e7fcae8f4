import { href, data } from 'react-router'
import { requestTopic } from '../features/topic-requests/commands.server.ts'
import { RequestForm } from '../features/topic-requests/request-form.tsx'
import { topicInAddress, topicRequest } from '../features/topic-requests/schema.ts'
import { requestSent } from '../features/topic-requests/labels.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { dayInLagos } from '../platform/text/dates.ts'
import { LOOK_AGAIN, questionEmail } from '../platform/forms/email-typo.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/request-a-topic'

export function loader({ request }: Route.LoaderArgs) {
  return { topic: topicInAddress(new URL(request.url).searchParams), today: dayInLagos(new Date()) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const { values, errors } = checkForm(topicRequest(dayInLagos(new Date())), Object.fromEntries(form))
  if (errors) {
    return data(
      { toast: { title: 'Not sent yet', text: 'Check the marked fields, then send it again.' }, values: submitted, errors },
      { status: 400 },
    )
  }
  const question = questionEmail(values.contact ?? '', submitted.kept)
  if (question !== null) {
    return data(
      {
        toast: { title: 'Not sent yet', text: LOOK_AGAIN },
        values: { ...submitted, kept: values.contact ?? '' },
        errors: { contact: question },
      },
      { status: 400 },
    )
  }
  const { rejection } = await consumeRateLimit(context, 'topic-request')
  if (rejection) {
    return data(
      { toast: { title: 'Not sent yet', text: rejection }, values: submitted, errors: { topic: rejection } },
      { status: 429 },
    )
  }
  try {
    await requestTopic(user, values)
  } catch (error) {
    await refundRateLimit(context)
    logFailure('Could not save a topic request', error)
    const toast = { title: 'Not sent yet', text: 'It could not be saved. Try again in a minute.' }
    return data({ toast, values: submitted, errors: {} }, { status: 503 })
  }
  return redirectWithToast(context, href('/dashboard'), requestSent)
}

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Request a topic',
    description: 'Ask for a nursing project topic that the directory does not have.',
    index: false,
  })

export default function RequestATopic({ loaderData: { topic, today }, actionData }: Route.ComponentProps) {
  return (
    <div className="narrow stack">
      <h1>Request a topic</h1>
      <p className="soft">
        Not on the marketplace, and not in the <a href={href('/topics-directory')}>topics directory</a>? Ask for it. It costs
        nothing.
      </p>
      <ErrorSummary error={actionData && { ...actionData.toast, errors: actionData.errors }} />
      <RequestForm values={actionData?.values ?? { topic }} errors={actionData?.errors ?? {}} today={today} />
    </div>
  )
}
