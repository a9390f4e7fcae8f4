import { href, Link } from 'react-router'
import { TextArea } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { withOrigin } from '../console/origin.ts'
import { RecordForm } from '../console/record-form.tsx'
import type { Conversation } from './admin.server.ts'

type Props = {
  conversation: Conversation
  /** The text with which the field begins. */
  start: string
  savedReplies: readonly { id: string; name: string }[]
  /** The id of the saved reply in the text. */
  chosen: string | null
  result: ActionResult | undefined
}

/** The form of a reply or a follow-up. A saved reply is a link that fills it in, so that it works without a script. */
export function ReplyForm({ conversation: { id, email, newest_at, open_since }, start, savedReplies, chosen, result }: Props) {
  const page = href('/admin/people/messages/:id', { id })
  return (
    <section className="stack" aria-labelledby="reply">
      <h2 id="reply">{open_since === null ? 'Write again' : 'Reply'}</h2>
      <RecordForm
        action={href('/admin/people/messages/:id/reply', { id })}
        draft={`messages/${id}`}
        draftState="was not sent"
        stored={{ reply: start }}
        version={newest_at}
        result={result}
        save="Send reply"
        buttons={
          open_since !== null && (
            <button className="btn bare no" formAction={href('/admin/people/messages/:id/close', { id })}>
              Close without a reply
            </button>
          )
        }
      >
        {(field) => (
          <TextArea
            label="Your reply"
            above={
              <span className="chips">
                <span className="small soft">Saved replies</span>
                {savedReplies.map((reply) => (
                  <Link
                    key={reply.id}
                    className="chip"
                    to={`${page}?reply=${reply.id}#reply`}
                    aria-current={reply.id === chosen ? 'true' : undefined}
                    replace
                  >
                    {reply.name}
                  </Link>
                ))}
                {savedReplies.length > 0 ? (
                  <Link className="small" to={withOrigin(href('/admin/people/messages/saved-replies'), page)}>
                    Edit
                  </Link>
                ) : (
                  <Link className="small" to={withOrigin(href('/admin/people/messages/saved-replies/new'), page)}>
                    Add one
                  </Link>
                )}
              </span>
            }
            hint={`This text goes to ${email} as it is here. Below it, the email quotes their newest message and links to the contact page.`}
            maxLength={5000}
            rows={9}
            // A chosen reply is next, with and without a script.
            {...(chosen !== null && { autoFocus: true })}
            {...field('reply')}
          />
        )}
      </RecordForm>
    </section>
  )
}
