import { formatDay } from '#app/platform/text/dates.ts'
import type { StatementLine } from './queries.server.ts'
import { describeLine, lineName, describeShare, withSign } from './labels.ts'

/** The lines of a statement, last first: event, date, state, and the amount that it adds to the balance. */
export function StatementLines({ lines }: { lines: readonly StatementLine[] }) {
  if (lines.length === 0) {
    return <p className="soft">Nothing happened in this month.</p>
  }
  return (
    <ol className="statement">
      {lines.map((line) => (
        <li key={line.id}>
          <span>
            <b>{lineName(line)}</b>
            <br />
            <span className="small soft">
              {line.kind === 'sale'
                ? `Paid ${formatDay(line.paid_at)} · your share is ${describeShare(line)}`
                : formatDay(line.booked_at)}
              {line.is_sample && ' · sample'}
            </span>
            <br />
            <span className="small">{describeLine(line)}</span>
          </span>
          <b className="num">{withSign(line.kobo)}</b>
        </li>
      ))}
    </ol>
  )
}
