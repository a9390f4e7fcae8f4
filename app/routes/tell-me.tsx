import { data, href, redirect } from 'react-router'
import { addOwnAlert } from '../features/alerts/commands.server.ts'
import { getAlerts } from '../features/alerts/queries.server.ts'
import { alertForm } from '../features/alerts/schema.ts'
import { TellMeForm } from '../features/alerts/tell-me-form.tsx'
import { alertKey, offeredAlerts } from '../features/alerts/wanted.ts'
import { privateHeaders } from '../features/orders/selling.server.ts'
import { readDirectory } from '../features/topics/queries.server.ts'
import { LOOK_AGAIN, questionEmail } from '../platform/forms/email-typo.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { consumeRateLimit, refundRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse } from '../platform/pages/unavailable.server.ts'
import { equalizeTiming } from '../platform/session/equalize-timing.server.ts'
import { userContext } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { describeWanted } from '../platform/text/wanted.ts'
import type { Wanted } from '#app/services/alerts.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorSummary } from '../ui/field.tsx'
import { focusOnLoad } from '../ui/focus.ts'
import type { Route } from './+types/tell-me'

export const handle: Handle = { styles: 'all' }

export async function loader({ url, context }: Route.LoaderArgs) {
  getAlerts(context)
  const offered = offeredAlerts(url.searchParams)
  const subject = await subjectOf(context, offered)
  return { offered: subject ? [...offered, subject] : offered, isSent: url.searchParams.has('sent') }
}

/** Returns the subject area of the offered topic, because few works are on the topic itself. Null if another is offered. */
async function subjectOf(context: Route.LoaderArgs['context'], offered: readonly Wanted[]): Promise<Wanted | null> {
  const topic = offered.find(({ kind }) => kind === 'topic')?.wanted.toLowerCase()
  if (topic === undefined || offered.some(({ kind }) => kind === 'subject')) {
    return null
  }
  const directory = await readDirectory(visitorClient(context)).catch(orLog('Could not read the subject of a topic', null))
  const area = directory?.topics.find(({ title }) => title.toLowerCase() === topic)?.area
  return area ? { kind: 'subject', wanted: area } : null
}

const UNUSABLE = 'We cannot look for that. Search for words of a title or a subject, without links and numbers.'
const FULL = 'You have twenty alerts, which is the most. End one of them first, on your dashboard.'

/**
 * Adds an alert for the account, or emails a visitor's address the link that confirms it. Response and time are the same
 * for known and unknown addresses.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const alerts = getAlerts(context)
  markFormResponse(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = (text: string, status: number, errors: Record<string, string> = {}, shown = submitted) =>
    data({ text, values: shown, errors }, { status })
  const about = offeredAlerts(url.searchParams).find((one) => alertKey(one) === submitted.about)
  if (!about) {
    return reject('Choose what you want to be told of.', 400)
  }
  const user = context.get(userContext)
  const failed = async (error: unknown) => {
    logFailure('Could not add an alert', error)
    await refundRateLimit(context)
    return reject('It did not work. Try again in a minute.', 503)
  }
  if (user) {
    const { rejection } = await consumeRateLimit(context, 'alert')
    if (rejection) {
      return reject(rejection, 429)
    }
    try {
      const outcome = await addOwnAlert(user, about)
      return outcome === 'ok'
        ? redirectWithToast(context, href('/dashboard/alerts'), getToast(about))
        : reject(outcome === 'unusable' ? UNUSABLE : FULL, 400)
    } catch (error) {
      return failed(error)
    }
  }
  const { values, errors } = checkForm(alertForm, Object.fromEntries(form))
  if (errors) {
    return reject('Check the marked field.', 400, errors)
  }
  const question = questionEmail(values.email, submitted.kept)
  if (question !== null) {
    return reject(LOOK_AGAIN, 400, { email: question }, { ...submitted, kept: values.email })
  }
  const turn = await consumeRateLimit(context, 'alert', values.email)
  if (turn.rejection) {
    return reject(turn.rejection, 429, { email: turn.rejection })
  }
  const even = equalizeTiming()
  try {
    const outcome = turn.spared ? 'ok' : await alerts.request(values.email, about)
    await even()
    return outcome === 'ok' ? redirect(`${href('/tell-me')}?sent`, 303) : reject(UNUSABLE, 400)
  } catch (error) {
    await even()
    return failed(error)
  }
}

const getToast = (about: Wanted) => ({
  title: 'We will tell you',
  text: `You get an email when a work appears on ${describeWanted(about)}.`,
  kind: 'good' as const,
})

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Tell me when a work appears', description: 'An email when something new fits.', index: false })

export default function TellMe({ loaderData: { offered, isSent }, actionData }: Route.ComponentProps) {
  if (isSent && !actionData) {
    return (
      <div className="narrow stack">
        <h1>One email is on its way to you</h1>
        <p className="note good" role="status" tabIndex={-1} {...focusOnLoad}>
          <b>Open it and tap “Yes, tell me”.</b> Without that we keep nothing after 24 hours. Look in your spam folder if it is
          not there in some minutes.
        </p>
        <p>
          <a className="btn" href={href('/marketplace')}>
            Browse Materials
          </a>
        </p>
      </div>
    )
  }
  return (
    <div className="narrow stack">
      <h1>Tell me when a work appears</h1>
      <ErrorSummary error={actionData && { title: 'Not sent yet', ...actionData }} />
      {offered.length > 0 ? (
        <TellMeForm offered={offered} values={actionData?.values ?? {}} errors={actionData?.errors ?? {}} />
      ) : (
        <EmptyState
          title="What do you look for?"
          hint="Search for it first. Where the shop has little or nothing, you can ask to be told."
        >
          <a className="btn go" href={href('/marketplace')}>
            Browse Materials
          </a>
        </EmptyState>
      )}
    </div>
  )
}
