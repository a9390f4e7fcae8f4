import { Link } from 'react-router'
import { TextArea } from '#app/ui/field.tsx'
import type { ActionResult } from './action-result.ts'
import { type BulkResult, isBulkResult, reasonOfAll, type Unchanged } from './bulk.ts'
import {
  type BulkReplyTexts,
  describeRecipients,
  describeReply,
  describeSkipped,
  GONE,
  type Recipient,
  sendLabel,
} from './bulk-reply.ts'
import { RecordForm } from './record-form.tsx'

/** The maximum number of recipients that are listed at once. */
const MAX_OPEN = 2

type Props = {
  texts: BulkReplyTexts
  /** The draft's key in this browser. */
  draft: string
  recipients: readonly Recipient[]
  version: string
  /** The selected rows that get no reply. */
  skipped: readonly Unchanged[]
  /** The address of the list, with its search and filters. */
  list: string
  result: BulkResult | ActionResult | undefined
}

/** The page that sends one reply to the people of the selected rows, each by an email of their own. */
export function BulkReply({ texts, draft, recipients, version, skipped, list, result }: Props) {
  const outcome = isBulkResult(result) ? result.bulk : undefined
  const count = recipients.length
  const unsent = outcome
    ? { text: outcome.text, rows: outcome.unchanged }
    : skipped.length > 0
      ? { text: describeSkipped(texts, skipped), rows: skipped }
      : undefined
  // The heading of a page without a form is its outcome.
  const hasOwnHeading = outcome === undefined && count > 0
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={list}>{texts.list.label}</Link>
      </nav>
      <h1>{hasOwnHeading ? describeReply(texts, count) : unsent?.text}</h1>
      {unsent && !(count === 0 && reasonOfAll(unsent.rows) === GONE) && (
        <Unsent text={hasOwnHeading ? unsent.text : undefined} rows={unsent.rows} />
      )}
      {count === 0 ? (
        <p>
          <Link className="btn" to={list}>
            Back to the {texts.row.many}
          </Link>
        </p>
      ) : (
        <>
          <Recipients texts={texts} recipients={recipients} />
          <RecordForm
            draft={draft}
            draftState="was not sent"
            stored={{ reply: texts.start ?? '' }}
            version={version}
            result={isBulkResult(result) ? undefined : result}
            save={sendLabel(texts, count)}
          >
            {(field) => <TextArea label={texts.field} hint={texts.hint} maxLength={5000} rows={7} {...field('reply')} />}
          </RecordForm>
        </>
      )}
    </div>
  )
}

/** The rows without a reply, each with its reason, below the sentence about them unless the page's heading has it. */
function Unsent({ text, rows }: { text: string | undefined; rows: readonly Unchanged[] }) {
  return (
    <div role="status" className="bulk-status">
      <div className="note stack bulk-outcome">
        {text && <b>{text}</b>}
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

function Recipients({ texts, recipients }: Pick<Props, 'texts' | 'recipients'>) {
  return (
    <details className="bulk-recipients" open={recipients.length <= MAX_OPEN}>
      <summary>
        <span>{describeRecipients(texts, recipients)}</span>
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
