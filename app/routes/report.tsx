import { data, redirect, type RouterContextProvider } from 'react-router'
import { sendReport } from '../features/reports/commands.server.ts'
import { findThing, openReportOf, type Thing } from '../features/reports/queries.server.ts'
import { ReportForm } from '../features/reports/report-form.tsx'
import { reportForm } from '../features/reports/schema.ts'
import { reportedBefore, reportSent } from '../features/reports/words.ts'
import { visitorClient } from '../platform/backend.server.ts'
import { formatDay } from '../platform/dates.ts'
import { checkForm, readForm, typedIn } from '../platform/forms.server.ts'
import type { Handle } from '../platform/handle.ts'
import { giveTurnBack, takeTurn } from '../platform/limits.server.ts'
import { notFound } from '../platform/not-found.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { personContext } from '../platform/session.server.ts'
import { toastCookie } from '../platform/toast.server.ts'
import { orUnavailable } from '../platform/unavailable.server.ts'
import { Toast } from '../ui/toast.tsx'
import type { Route } from './+types/report'

export const handle: Handle = { styles: 'all' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const thing = await thingAt(context, searchParams)
  const person = context.get(personContext)
  if (!person) {
    throw signInFirst(thing)
  }
  return {
    thing,
    reportedAt: await orUnavailable(context, openReportOf(person, thing)),
    // What was written before the session ended.
    typed: { reason: searchParams.get('reason') ?? '', words: searchParams.get('words')?.slice(0, 2000) ?? '' },
  }
}

/** Keeps the report and leads back to what was reported. Who is not signed in any more comes back to what they wrote. */
export async function action({ request, context }: Route.ActionArgs) {
  const thing = await thingAt(context, new URL(request.url).searchParams)
  const form = await readForm(request)
  const typed = typedIn(form)
  const refuse = (text: string, status: number, errors: Record<string, string> = {}) => data({ text, typed, errors }, { status })
  const { values, errors } = checkForm(reportForm(thing.kind), Object.fromEntries(form))
  if (errors) {
    return refuse('Look at the marked fields, then send it again.', 400, errors)
  }
  const person = context.get(personContext)
  if (!person) {
    return signInFirst(thing, values)
  }
  const { refusal } = await takeTurn(context, 'report')
  if (refusal) {
    return refuse(refusal, 429, { words: refusal })
  }
  try {
    const outcome = await sendReport(person, thing, values)
    return redirect(thing.kind === 'comment' ? `${thing.page}#comments` : thing.page, {
      status: 303,
      headers: { 'set-cookie': toastCookie(context, { ...(outcome === 'sent' ? reportSent : reportedBefore), kind: 'good' }) },
    })
  } catch (error) {
    await giveTurnBack(context)
    console.error(`A report failed: ${error instanceof Error ? error.message : String(error)}`)
    return refuse('It could not be kept just now. Send it again in a minute.', 503)
  }
}

async function thingAt(context: Readonly<RouterContextProvider>, parameters: URLSearchParams): Promise<Thing> {
  const thing = await orUnavailable(context, findThing(visitorClient(context), parameters))
  if (!thing) {
    throw notFound(
      'There is nothing to report here',
      'It may have been taken off the site already, or the link is not complete.',
      {
        to: '/marketplace',
        label: 'Back to Materials',
      },
    )
  }
  return thing
}

function signInFirst({ kind, id }: Thing, written: { reason?: string; words?: string } = {}): Response {
  const back = `/report?${new URLSearchParams({ [kind]: id, ...written }).toString()}`
  return redirect(`/auth?${new URLSearchParams({ next: back }).toString()}`, 303)
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Report', description: 'Tell the operator what is wrong.', index: false })

export default function Report({ loaderData: { thing, reportedAt, typed }, actionData }: Route.ComponentProps) {
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
          <p>You reported this on {formatDay(reportedAt)}, and your report is still open. We look at it soon; once is enough.</p>
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
              ? 'Only we read what you send. Who wrote the comment does not learn that it was you.'
              : 'Only we read what you send. Whose work it is does not learn that it was you.'}
          </p>
          <ReportForm kind={kind} id={id} typed={actionData?.typed ?? typed} errors={actionData?.errors ?? {}} />
        </>
      )}
      {actionData && <Toast title="Not sent yet" text={actionData.text} kind="bad" />}
    </div>
  )
}
