import { Link } from 'react-router'
import { TextArea } from '#app/ui/field.tsx'
import type { ActionResult } from './action-result.ts'
import { type BulkResult, isBulkResult, type Unchanged } from './bulk.ts'
import { type BulkReplyTexts, counted, countPeople, type Recipient, replyLabel } from './bulk-reply.ts'
import { RecordForm } from './record-form.tsx'

/** The maximum number of recipients that are listed at once. */
const MAX_OPEN = 2

type Props = {
  texts: BulkReplyTexts
  /** The draft's key in this browser. */
  draft: string
  recipients: readonly Recipient[]
  /** The selected rows that get no reply. */
  skipped: readonly Unchanged[]
  result: BulkResult | ActionResult | undefined
}

/** The page that sends one reply to the people of the selected rows, each by an email of their own. */
export function BulkReply({ texts, draft, recipients, skipped, result }: Props) {
  const { list, row, reply } = texts
  const outcome = isBulkResult(result) ? result : undefined
  const label = replyLabel(texts, recipients)
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={list.to}>{list.label}</Link>
      </nav>
      <h1>{recipients.length > 0 ? label : list.label}</h1>
      {outcome ? (
        <Unsent text={outcome.bulk.text} rows={outcome.bulk.unchanged} />
      ) : (
        skipped.length > 0 && (
          <Unsent
            text={`${counted(skipped.length, row)} of your selection ${skipped.length === 1 ? 'gets' : 'get'} no ${reply.one}`}
            rows={skipped}
          />
        )
      )}
      {recipients.length === 0 ? (
        <p>
          <Link className="btn" to={list.to}>
            Back to the {row.many}
          </Link>
        </p>
      ) : (
        <>
          <Recipients texts={texts} recipients={recipients} />
          <RecordForm draft={draft} stored={{}} version="" result={isBulkResult(result) ? undefined : result} save={label}>
            {(field) => <TextArea label={texts.field} hint={texts.hint} maxLength={5000} {...field('reply')} />}
          </RecordForm>
        </>
      )}
    </div>
  )
}

/** The rows without a reply, each with its reason. */
function Unsent({ text, rows }: { text: string; rows: readonly Unchanged[] }) {
  return (
    <div role="status" className="bulk-status">
      <div className="note stack bulk-outcome">
        <b>{text}</b>
        <ul>
          {rows.map(({ id, name, reason }) => (
            <li key={id}>
              {name} &ndash; {reason}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Recipients({ texts: { row, person }, recipients }: Pick<Props, 'texts' | 'recipients'>) {
  const people = countPeople(recipients)
  return (
    <details className="bulk-recipients" open={recipients.length <= MAX_OPEN}>
      <summary>
        <span>
          {people === recipients.length
            ? counted(people, person)
            : `${counted(recipients.length, row)} of ${counted(people, person)}`}
        </span>
      </summary>
      <ul className="lines">
        {recipients.map(({ id, name, details }) => (
          <li key={id}>
            <div>
              <p className="long">{name}</p>
              <p className="small soft long">{details}</p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
