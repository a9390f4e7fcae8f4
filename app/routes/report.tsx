import { href, data, redirect, type RouterContextProvider } from 'react-router'
import { sendReport } from '../features/reports/commands.server.ts'
import { findThing, getOpenReport, type Thing } from '../features/reports/queries.server.ts'
import { ReportForm } from '../features/reports/report-form.tsx'
import { reportForm } from '../features/reports/schema.ts'
import { reportedBefore, reportSent } from '../features/reports/labels.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { signInPath } from '../platform/session/return-path.ts'
import { deleteSavedValues, saveValues, savedValues } from '../platform/session/saved-values.server.ts'
import { formatDay } from '../platform/text/dates.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { userContext, unknownSessionContext } from '../platform/session/session.server.ts'
import { toastCookie } from '../platform/session/toast.server.ts'
import { markFormResponse, orUnavailable, orUnread } from '../platform/pages/unavailable.server.ts'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/report'

export const handle: Handle = { styles: 'all' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const thing = await thingAt(context, searchParams)
  const user = context.get(userContext)
  if (!user && !context.get(unknownSessionContext)) {
    throw redirect(signInPath(getForm(thing)), 303)
  }
  const open = user ? getOpenReport(user, thing) : Promise.reject(new Error('Could not verify the session of a reporter'))
  return {
    thing,
    reportedAt: await orUnread(context, open, null),
    // The user entered this text before the session ended.
    values: savedValues(request, context, getReport(thing)),
  }
}

/**
 * Stores the report and redirects to the reported page. A user whose session has ended signs in and gets the text back.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const thing = await thingAt(context, new URL(request.url).searchParams)
  markFormResponse(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = (text: string, status: number, errors: Record<string, string> = {}) =>
    data({ text, values: submitted, errors }, { status })
  const { values, errors } = checkForm(reportForm(thing.kind), Object.fromEntries(form))
  if (errors) {
    return reject('Check the marked fields, then send it again.', 400, errors)
  }
  const rejectUnsaved = () => reject('It could not be saved. Send it again in a minute.', 503)
  const user = context.get(userContext)
  if (!user) {
    if (context.get(unknownSessionContext)) {
      return rejectUnsaved()
    }
    const stored = saveValues(context, getReport(thing), values)
    return stored
      ? redirect(signInPath(getForm(thing)), { status: 303, headers: { 'set-cookie': stored } })
      : reject('Sign in first, in another tab, then send it.', 400)
  }
  const { rejection } = await consumeRateLimit(context, 'report')
  if (rejection) {
    return reject(rejection, 429, { words: rejection })
  }
  try {
    const outcome = await sendReport(user, thing, values)
    const headers = new Headers({ 'set-cookie': deleteSavedValues(context) })
    headers.append('set-cookie', toastCookie(context, { ...(outcome === 'sent' ? reportSent : reportedBefore), kind: 'good' }))
    return redirect(thing.kind === 'comment' ? `${thing.page}#comments` : thing.page, { status: 303, headers })
  } catch (error) {
    await refundRateLimit(context)
    logFailure('Could not save a report', error)
    return rejectUnsaved()
  }
}

async function thingAt(context: Readonly<RouterContextProvider>, parameters: URLSearchParams): Promise<Thing> {
  const thing = await orUnavailable(context, findThing(visitorClient(context), parameters))
  if (!thing) {
    throw notFound(
      'There is nothing to report here',
      'It may have been taken off the site already, or the link is not complete.',
      {
        to: href('/marketplace'),
        label: 'Back to Materials',
      },
    )
  }
  return thing
}

/** Returns the address of an item's form. */
const getForm = ({ kind, id }: Thing) => `${href('/report')}?${kind}=${id}`
/** Returns the name under which the text of this form is saved. */
const getReport = ({ kind, id }: Thing) => `report of ${kind} ${id}`

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Report', description: 'Tell the admin what is wrong.', index: false })

export default function Report({ loaderData: { thing, reportedAt, values }, actionData }: Route.ComponentProps) {
  const { kind, id, title, page, comment } = thing
  return (
    <div className="narrow stack">
      <nav className="crumb" aria-label="Where you are">
        <a href={page}>{title}</a>
      </nav>
      <h1>Report this {kind}</h1>
      {comment && (
        <blockquote className="note">
          <p className="lines">{comment.body}</p>
          <p className="soft">{comment.author}</p>
        </blockquote>
      )}
      {reportedAt ? (
        <>
          <p>
            You reported this on {formatDay(reportedAt)}, and your report is still open. We will look at it soon; you do not need
            to report it again.
          </p>
          <p>
            <a className="btn" href={page}>
              Back to the material
            </a>
          </p>
        </>
      ) : (
        <>
          <p className="soft">
            {kind === 'comment'
              ? 'Only we read what you send. The person who wrote the comment does not learn that it was you.'
              : 'Only we read what you send. The student who owns the work does not learn that it was you.'}
          </p>
          <ErrorSummary error={actionData && { title: 'Not sent yet', ...actionData }} />
          <ReportForm kind={kind} id={id} values={actionData?.values ?? values} errors={actionData?.errors ?? {}} />
        </>
      )}
    </div>
  )
}
