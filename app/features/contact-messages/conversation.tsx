import { href, Link } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import { Thread, type ThreadMessage } from '#app/ui/thread.tsx'
import { describeFailure } from '../outbox/labels.ts'
import type { Message, ReplyFailure } from './admin.server.ts'
import { aboutLabels, describeReplyState } from './labels.ts'

type Failures = Readonly<Record<string, ReplyFailure>>
type Props = { messages: readonly (Message & { author: string })[]; hasOlder: boolean; failures: Failures }

/** The number of messages that are shown before earlier ones are unfolded. */
const MAX_SHOWN = 4

/** The messages of a person and our replies, oldest first. Earlier ones are folded. */
export function Conversation({ messages, hasOlder, failures }: Props) {
  const shown = messages.map((message) => describeMessage(message, failures))
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
    details: is_reply ? <ReplyState sentAt={sent_at} failure={failure} /> : about && aboutLabels[about],
  }
}

function ReplyState({ sentAt, failure }: { sentAt: string | null; failure: ReplyFailure | undefined }) {
  return (
    <>
      <b>{describeReplyState(sentAt, failure)}</b>
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

/** The badge of a conversation. */
export function ConversationState({
  conversation: { newest_at, open_since, is_answered },
}: {
  conversation: { newest_at: string; open_since: string | null; is_answered: boolean }
}) {
  return open_since === null ? (
    <span className={is_answered ? 'badge approved' : 'badge'}>
      {is_answered ? `answered ${formatDay(newest_at)}` : 'closed'}
    </span>
  ) : (
    <span className="badge pending">waits since {formatDay(open_since)}</span>
  )
}
