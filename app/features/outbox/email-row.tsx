import { href, Form, Link } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { ConfirmButton } from '../console/confirm-button.tsx'
import { buyerAddress, studentAddress } from '../console/person-addresses.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import type { EmailLine } from './admin.server.ts'
import { describeEmail, describeFailure } from './labels.ts'

/** A row of emails: what went to whom, and why it failed. `isNamed`: the recipient is the subject of the page. */
export function EmailRow({ email, isNamed = false }: { email: EmailLine; isNamed?: boolean }) {
  const { id, template, recipient, profile_id, attempts, next_attempt_at, sent_at, dead_at, last_error, created_at } = email
  const hasFailed = sent_at === null && last_error !== null
  return (
    <>
      <div>
        <p className="name">{describeEmail(template)}</p>
        <p className="small soft">
          {!isNamed && (
            <>
              to <Link to={profile_id ? studentAddress(profile_id) : buyerAddress(recipient)}>{recipient}</Link> ·{' '}
            </>
          )}
          {sent_at ? `sent ${formatMoment(sent_at)}` : `written ${formatMoment(created_at)}`}
          {attempts > 1 && ` · ${attempts} attempts`}
          {!sent_at && !dead_at && hasFailed && ` · next attempt ${formatMoment(next_attempt_at)}`}
        </p>
        {hasFailed && (
          <p className="small">
            {describeFailure(last_error)} <span className="soft">({last_error})</span>
          </p>
        )}
        {dead_at && (
          <Form method="post" action={href('/admin/mails')}>
            <AccountField />
            <input type="hidden" name="id" value={id} />
            <ConfirmButton
              label="Send again"
              question={`"${describeEmail(template)}" is sent to ${recipient} again. If the address is wrong, it fails again.`}
              confirm="Yes, send it again"
              value="send"
            />
          </Form>
        )}
      </div>
      <div className="row aside">
        <EmailBadge email={email} />
      </div>
    </>
  )
}

function EmailBadge({ email: { sent_at, dead_at, last_error } }: { email: EmailLine }) {
  return sent_at ? (
    <span className="badge approved">sent</span>
  ) : dead_at ? (
    <span className="badge rejected">not sent</span>
  ) : (
    <span className="badge pending">{last_error ? 'tried again' : 'waiting'}</span>
  )
}
