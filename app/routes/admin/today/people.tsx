import { href, Link } from 'react-router'
import { aboutLabels, describeReminder } from '#app/features/contact-messages/labels.ts'
import { buyerLabels } from '#app/features/comments/labels.ts'
import { Reported, ResolveButtons } from '#app/features/reports/reported.tsx'
import { describeReason } from '#app/features/reports/labels.ts'
import type { DueNow } from '#app/features/today/queries.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { Acts, Kind, Name } from './parts.tsx'

export function Messages({ of }: { of: DueNow['messages'] }) {
  return (
    <Kind title="Messages" of={of} more={href('/admin/people/messages')}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={href('/admin/people/messages/:id', { id: row.id })}
            name={row.sender_name}
            details={`${aboutLabels[row.about]} · ${formatDay(row.created_at)}`}
          />
          {row.remind_on && (
            <p className="wide-line">
              <b>{describeReminder(row.remind_on, row.reminder_note)}</b>
            </p>
          )}
          <p className="wide-line lines">{row.body}</p>
        </li>
      )}
    </Kind>
  )
}

export function TopicRequests({ of }: { of: DueNow['requests'] }) {
  return (
    <Kind title="Topic requests" of={of} more={href('/admin/people/requests')}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={href('/admin/people/requests/:id', { id: row.id })}
            name={row.topic}
            details={`asked ${formatDay(row.created_at)}${row.deadline ? ` · needed by ${formatDay(row.deadline)}` : ''}`}
          />
        </li>
      )}
    </Kind>
  )
}

export function Comments({ of }: { of: DueNow['comments'] }) {
  return (
    <Kind title="Comments to check" of={of} more={href('/admin/people/comments')}>
      {(row) => (
        <li key={row.id} data-row>
          <div>
            <p className="lines">{row.body}</p>
            <p className="small soft">
              {[row.author_name || 'A student', row.author_school, ...buyerLabels(row), `on ${row.title}`]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <Acts id={row.id}>
            <button className="btn" name="intent" value="show">
              Show
            </button>
            <button className="btn bare no" name="intent" value="decline">
              Decline
            </button>
          </Acts>
        </li>
      )}
    </Kind>
  )
}

export function Reports({ title, of }: { title: string; of: DueNow['reports'] }) {
  return (
    <Kind title={title} of={of} more={href('/admin/people/reports')}>
      {(row) => <ReportLine key={row.target} {...row} />}
    </Kind>
  )
}

/** Row of a reported item, with a button that resolves it; its section of the admin console shows the senders. */
function ReportLine(row: DueNow['reports']['rows'][number]) {
  return (
    <li data-row>
      <Reported {...row} />
      <div className="wide-line">
        <p>
          <b>{row.reasons.map(describeReason).join(' · ')}</b>
        </p>
        {row.words && <p className="lines">{row.words}</p>}
        <p className="small soft">
          {row.reports === 1 ? 'reported' : `${row.reports} reports, the first`} {formatDay(row.since)} ·{' '}
          <Link to={href('/admin/people/reports')}>who reported it</Link>
        </p>
      </div>
      <Acts id={row.target} seen={row.newest}>
        <ResolveButtons {...row} />
      </Acts>
    </li>
  )
}
