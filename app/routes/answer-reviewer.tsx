import { data, href } from 'react-router'
import * as v from 'valibot'
import { answerReviewer, listMessages } from '../features/uploads/messages.server.ts'
import { publicHolidays, shownUpload } from '../features/uploads/shown-uploads.server.ts'
import { requireUploadOfPage } from '../features/uploads/upload-of-page.server.ts'
import { describeThread } from '../features/uploads/review-thread.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { filled, lines } from '../platform/forms/fields.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary, TextArea } from '../ui/field.tsx'
import { Thread } from '../ui/thread.tsx'
import type { Route } from './+types/answer-reviewer'

const answerForm = v.object({ answer: filled(lines(5000), 'Write what the reviewer should know') })

export async function loader({ params, context }: Route.LoaderArgs) {
  const { user, upload } = await requireUploadOfPage(context, params.id)
  return {
    upload: shownUpload(upload, await publicHolidays(visitorClient(context))),
    messages: await orUnavailable(context, listMessages(user, upload.id)),
  }
}

/** Sends the answer. The upload then waits for the reviewer again. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const user = requireUser(context)
  markFormResponse(context)
  const form = await readForm(request, context)
  const { values, errors } = checkForm(answerForm, Object.fromEntries(form))
  const reject = (text: string, status: number, marked: Record<string, string> = {}) =>
    data({ text, values: submittedValues(form), errors: marked }, { status })
  if (errors) {
    return reject('Check the marked field, then send it again.', 400, errors)
  }
  try {
    const isSent = looksLikeUuid(params.id) && (await answerReviewer(user, params.id, values.answer))
    return isSent
      ? redirectWithToast(context, href('/upload-materials'), {
          title: 'Your answer is with the reviewer',
          text: 'The work waits for the reviewer again.',
        })
      : reject('The reviewer has your answer already, or has decided since. Nothing was sent.', 409)
  } catch (error) {
    logFailure('Could not send an answer to a reviewer', error)
    return reject('It could not be sent. Try again in a minute.', 503)
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Messages of the reviewer', description: 'What the reviewer wrote, and your answers.', index: false })

export default function AnswerReviewer({ loaderData: { upload, messages }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack narrow">
      <nav className="crumb" aria-label="Where you are">
        <a href={href('/upload-materials')}>Your uploads</a>
      </nav>
      <h1>Messages of the reviewer</h1>
      <div>
        <h2 className="h3">{upload.title}</h2>
        <p className="small soft">{upload.details}</p>
      </div>
      {messages.length === 0 && <p className="soft">The reviewer has not written to you about this work.</p>}
      <Thread messages={describeThread(messages, 'student')} />
      <ErrorSummary error={actionData && { title: 'Not sent yet', ...actionData }} />
      {/* Without the form, the text would be lost. */}
      {!upload.asked && actionData?.values.answer && <p className="note lines">{actionData.values.answer}</p>}
      {upload.asked ? (
        <form className="stack" method="post" noValidate>
          <AccountField />
          <TextArea
            label="Your answer"
            name="answer"
            rows={5}
            hint="Explain, or ask. If the file must change, replace it instead."
            defaultValue={actionData?.values.answer}
            error={actionData?.errors.answer}
          />
          <p className="row">
            <button className="btn go">Send the answer</button>
            <a className="btn" href={href('/upload-materials/:id/replace', { id: upload.id })}>
              Replace the file
            </a>
          </p>
        </form>
      ) : (
        upload.due && <p>Your work is with the reviewer. The answer is due by {upload.due.on}.</p>
      )}
    </div>
  )
}
