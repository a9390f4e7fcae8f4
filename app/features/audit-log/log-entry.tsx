import { formatMoment } from '#app/platform/text/dates.ts'
import { AdminLink } from '../console/admin-link.tsx'
import type { LogLine } from './queries.server.ts'

/** Changes of at most this many characters are shown at once, longer ones are folded. */
const SHORT_CHARS = 160
/** The maximum number of changed columns that a folded entry names. */
const MAX_LABELS = 4

/** An entry of the audit log: who did what to which record, and the old and the new value of each change. */
export function LogEntry({ who, action, name, to, changes, notes, created_at }: LogLine) {
  const texts = [...notes.map(({ value }) => value), ...changes.flatMap(({ before, after }) => [before, after])]
  const isShort = texts.length <= 4 && texts.join('').length <= SHORT_CHARS
  const details = <Details changes={changes} notes={notes} />
  return (
    <div className="log-entry">
      <p>
        <b>{action}</b>
        {name && ': '}
        {to ? <AdminLink to={to}>{name}</AdminLink> : name}
      </p>
      <p className="small soft">
        {who ?? 'The system'}, {formatMoment(created_at)}
      </p>
      {texts.length > 0 &&
        (isShort ? (
          details
        ) : (
          <details className="small">
            <summary>{changes.length > 0 ? summarize(changes.map(({ label }) => label)) : 'Details'}</summary>
            {details}
          </details>
        ))}
    </div>
  )
}

function summarize(labels: readonly string[]): string {
  const more = labels.length - MAX_LABELS
  return more > 0
    ? `What changed: ${labels.slice(0, MAX_LABELS).join(', ')} and ${more} more`
    : `What changed: ${labels.join(', ')}`
}

function Details({ changes, notes }: Pick<LogLine, 'changes' | 'notes'>) {
  return (
    <dl className="changes small">
      {notes.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before === after ? (
              // Only the first 300 characters of a value are shown.
              'Changed further on in the text'
            ) : (
              <>
                {before && (
                  <>
                    <span className="sr">Before: </span>
                    <del>{before}</del>
                    <span aria-hidden="true"> → </span>
                  </>
                )}
                <span className="sr">After: </span>
                <ins>{after || 'empty'}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
