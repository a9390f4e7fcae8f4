import { href, Link } from 'react-router'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { RecordForm } from '#app/features/console/record-form.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { closeMessage, findMessage, findReplyFailure } from '#app/features/contact-messages/admin.server.ts'
import { buyerAddress } from '#app/features/console/person-addresses.ts'
import { findOrders } from '#app/features/orders/admin.server.ts'
import { aboutLabels, describeReplyState } from '#app/features/contact-messages/labels.ts'
import { describeFailure } from '#app/features/outbox/labels.ts'
import { replyForm } from '#app/features/contact-messages/schema.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatMoment } from '#app/platform/text/dates.ts'
import { DetailsList } from '#app/ui/details-list.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { Route } from './+types/message'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const message = looksLikeUuid(params.id) ? await findMessage(admin, params.id) : null
  if (!message) {
    throw noSuchMessage()
  }
  const orders = await findOrders(admin, { search: message.sender_email, show: 'all', from: '', to: '' }, null).catch(
    orLog('Could not find the orders of a sender', null),
  )
  const isBuyer = orders?.rows.some(({ email }) => email.toLowerCase() === message.sender_email.toLowerCase()) ?? false
  const { reply_email_id: email, reply_sent_at } = message
  const failure =
    email !== null && reply_sent_at === null
      ? await findReplyFailure(admin, email).catch(orLog('Could not read the email of a reply', null))
      : null
  return { message, isBuyer, failure }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  if (!looksLikeUuid(params.id)) {
    throw noSuchMessage()
  }
  const sent = await readForm(request, context)
  const submitted = submittedValues(sent)
  const reject = rejectWith(submitted)
  const { values, errors } = checkForm(replyForm, Object.fromEntries(sent))
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  const isReply = submitted.intent !== 'close'
  if (isReply && values.reply === '') {
    return reject(sentences.fields, 400, { reply: 'Type your reply' })
  }
  try {
    switch (await closeMessage(admin, params.id, isReply ? values.reply : '')) {
      case 'ok':
        return redirectWithToast(
          context,
          href('/admin/people/messages'),
          isReply
            ? { title: 'Reply queued', text: 'It goes out by email now. The message says when the mail server took it.' }
            : { title: 'Closed without a reply' },
        )
      case 'closed':
        return reject(`${sentences.settled} Reload the page to see it.`, 409)
      default:
        return reject(sentences.gone, 409)
    }
  } catch (error) {
    logFailure('Could not close a message', error)
    return reject(sentences.failed, 502)
  }
}

function noSuchMessage() {
  return notFound('Message not found', 'It may be older than a year, or a letter of the address is missing.', {
    to: href('/admin/people/messages'),
    label: 'Back to the messages',
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Message', description: 'Admin console.', index: false })

export default function Message({ loaderData: { message, isBuyer, failure }, actionData }: Route.ComponentProps) {
  const { id, sender_name, sender_email, about, body, reply, reply_sent_at, closed_at, created_at } = message
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/people/messages')}>Messages</Link>
      </nav>
      <h1 className="long">{sender_name}</h1>
      <DetailsList
        className="record"
        details={[
          { term: 'Email', value: <a href={`mailto:${sender_email}`}>{sender_email}</a> },
          { term: 'Orders', value: isBuyer ? <Link to={buyerAddress(sender_email)}>Orders of this buyer</Link> : null },
          { term: 'About', value: aboutLabels[about] },
          { term: 'Sent', value: formatMoment(created_at) },
        ]}
      />
      <p className="note lines">{body}</p>
      {closed_at === null ? (
        <RecordForm
          draft={`messages/${id}`}
          stored={{}}
          version={created_at}
          result={actionData}
          save="Send reply"
          buttons={
            <button className="btn bare no" name="intent" value="close">
              Close without a reply
            </button>
          }
        >
          {(field) => (
            <TextArea
              label="Your reply"
              hint={`It goes to ${sender_email} by email, after “Dear ${sender_name},”, which we add.`}
              maxLength={5000}
              {...field('reply')}
            />
          )}
        </RecordForm>
      ) : (
        <section className="stack">
          <h2>{reply === null ? 'Closed without a reply' : describeReplyState(reply_sent_at, failure)}</h2>
          <p className="small soft">{formatMoment(reply_sent_at ?? closed_at)}</p>
          {failure && (
            <p>
              {describeFailure(failure.reason)} <span className="soft">({failure.reason})</span>{' '}
              <Link to={`${href('/admin/mails')}?show=failed`}>
                {failure.isGivenUp ? 'Send it again at Emails' : 'It is tried again: see Emails'}
              </Link>
            </p>
          )}
          {reply && <p className="note lines">{reply}</p>}
        </section>
      )}
    </div>
  )
}
