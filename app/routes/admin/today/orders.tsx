import { href } from 'react-router'
import { dueDisputes } from '#app/features/disputes/labels.ts'
import { DueBadge } from '#app/features/console/due-badge.tsx'
import { describeDue } from '#app/features/orders/admin-labels.ts'
import type { DueNow } from '#app/features/today/queries.server.ts'
import { dayInLagos, formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo, formatPaid } from '#app/platform/text/money.ts'
import { Acts, Kind, Name } from './parts.tsx'

export function Disputes({ of, today }: { of: DueNow['disputes']; today: string }) {
  return (
    <Kind title="Disputes to answer" of={of} more={href('/admin/money/orders')}>
      {(row) => (
        <li key={row.id} data-row>
          <div>
            <Name
              to={href('/admin/money/orders/:id', { id: row.order_id })}
              name={`${row.reference}: ${dueDisputes[row.what]}`}
              details={`${formatPaid(row.amount_kobo, row.currency)} · ${row.title}${row.due_at ? ` · answer before ${formatMoment(row.due_at)}` : ''}`}
            />
            {row.claim && <p className="lines">{row.claim}</p>}
          </div>
          <div className="row aside">
            <DueBadge due={row.due_at && dayInLagos(new Date(row.due_at))} today={today} />
          </div>
        </li>
      )}
    </Kind>
  )
}

export function Orders({ of }: { of: DueNow['orders'] }) {
  return (
    <Kind title="Orders to decide" of={of} more={href('/admin/money/orders')}>
      {(row) => (
        <li key={row.id} data-row>
          <div>
            <Name
              to={href('/admin/money/orders/:id', { id: row.id })}
              name={`${row.reference}: ${describeDue[row.what]}`}
              details={`${formatPaid(row.amount_kobo, row.currency)} · ${row.title}${row.since ? ` · ${formatDay(row.since)}` : ''}`}
            />
            {row.words && <p className="lines">{row.words}</p>}
          </div>
        </li>
      )}
    </Kind>
  )
}

export function Refunds({ of }: { of: DueNow['refunds'] }) {
  return (
    <Kind title="Refunds to settle" of={of} more={`${href('/admin/money')}#refunds`}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={href('/admin/money/sales/:id', { id: row.sale_id })}
            name={row.title}
            details={`${formatKobo(row.amount_kobo)} · order ${row.order_reference} · ${formatDay(row.written_at)}`}
          />
          <Acts id={row.id}>
            <button className="btn" name="intent" value="refund_settled">
              The buyer has it
            </button>
          </Acts>
        </li>
      )}
    </Kind>
  )
}

export function Sales({ of }: { of: DueNow['sales'] }) {
  return (
    <Kind title="Unmatched sales" of={of} more={href('/admin/money/queue')}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={href('/admin/money/queue')}
            name={row.product || 'No name'}
            details={`${formatPaid(row.gross_kobo, row.currency)} · paid ${formatDay(row.paid_at)}`}
          />
        </li>
      )}
    </Kind>
  )
}
