import { href, Link } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import { Thread, type ThreadMessage } from '#app/ui/thread.tsx'
import { describeFailure } from '../outbox/labels.ts'
import type { Message, ReplyFailure, ResentLink } from './admin.server.ts'
import { aboutLabels, describeSending } from './labels.ts'

type Failures = Readonly<Record<string, ReplyFailure>>
type Props = {
  messages: readonly (Message & { author: string })[]
  hasOlder: boolean
  failures: Failures
  /** The links that were sent again. `title`: the order's. */
  links: readonly (ResentLink & { title: string })[]
}

/** The number of messages that are shown before earlier ones are unfolded. */
const MAX_SHOWN = 4

/** The messages of a person, our replies and the links that we sent again, oldest first. Earlier ones are folded. */
export function Conversation({ messages, hasOlder, failures, links }: Props) {
  const first = hasOlder ? Date.parse(messages[0]?.created_at ?? '') : 0
  const shown = [
    ...messages.map((message) => describeMessage(message, failures)),
    ...links.filter(({ created_at }) => Date.parse(created_at) >= first).map(describeLink),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const earlier = shown.slice(0, -MAX_SHOWN)
  return (
    <section className="stack" aria-labelledby="conversation">
      <h2 id="conversation">Conversation</h2>
      {hasOlder && <p className="small soft">The newest {messages.length} messages. Older ones are not shown.</p>}
      {earlier.length > 0 && (
        <details className="older-entries">
          <summary>
            {earlier.length} earlier {earlier.length === 1 ? 'message' : 'messages'}
          </summary>
          <Thread messages={earlier} />
        </details>
      )}
      <Thread messages={shown.slice(-MAX_SHOWN)} />
    </section>
  )
}

function describeMessage(
  { id, is_reply, sender_name, about, author, body, email_id, sent_at, created_at }: Props['messages'][number],
  failures: Failures,
): ThreadMessage {
  const failure = sent_at === null && email_id !== null ? failures[email_id] : undefined
  return {
    id,
    by: is_reply ? author : (sender_name ?? ''),
    isOwn: is_reply,
    body,
    at: created_at,
    details: is_reply ? <SendingState what="Reply" sentAt={sent_at} failure={failure} /> : about && aboutLabels[about],
  }
}

function describeLink({ id, title, sent_at, dead_at, last_error, created_at }: Props['links'][number]): ThreadMessage {
  const failure = sent_at === null && last_error !== null ? { reason: last_error, isGivenUp: dead_at !== null } : undefined
  return {
    id,
    by: 'Link of an order',
    isOwn: true,
    body: title,
    at: created_at,
    details: <SendingState what="Link" sentAt={sent_at} failure={failure} />,
  }
}

type Sending = { what: 'Reply' | 'Link'; sentAt: string | null; failure: ReplyFailure | undefined }

function SendingState({ what, sentAt, failure }: Sending) {
  return (
    <>
      <b>{describeSending(what, sentAt, failure)}</b>
      {failure && (
        <>
          . {describeFailure(failure.reason)} ({failure.reason}){' '}
          <Link to={`${href('/admin/mails')}?show=failed`}>
            {failure.isGivenUp ? 'Send it again at Emails' : 'It is tried again: see Emails'}
          </Link>
        </>
      )}
    </>
  )
}

/** The state of a conversation, with the day of its reminder. */
export function ConversationState({
  conversation: { newest_at, open_since, is_answered, remind_on },
}: {
  conversation: { newest_at: string; open_since: string | null; is_answered: boolean; remind_on: string | null }
}) {
  const state =
    open_since === null ? (
      <span className={is_answered ? 'badge approved' : 'badge'}>
        {is_answered ? `answered ${formatDay(newest_at)}` : 'closed'}
      </span>
    ) : (
      <span className="badge pending">waits since {formatDay(open_since)}</span>
    )
  return remind_on === null ? (
    state
  ) : (
    <span className="chips">
      {state} <span className="badge">reminder {formatDay(remind_on)}</span>
    </span>
  )
}
