import { href } from 'react-router'
import { describeDiscrepancy, whatToDo } from '#app/features/money/discrepancies.ts'
import { describeDueTransfer } from '#app/features/money/transfer-labels.ts'
import { DueBadge } from '#app/features/console/due-badge.tsx'
import type { DueNow } from '#app/features/today/queries.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { Acts, Kind, Name } from './parts.tsx'

export function Runs({ of, today }: { of: DueNow['run']; today: string }) {
  return (
    <Kind title="Payouts to make" of={of}>
      {(row) => (
        <li key={row.day} data-row>
          <Name
            to={href('/admin/money/payouts')}
            name={`Payouts of ${formatDay(row.day)}`}
            details={`${formatKobo(row.kobo)} to ${row.payouts === 1 ? 'one student' : `${row.payouts} students`}`}
          />
          <div className="row aside">
            <DueBadge due={row.day} today={today} />
          </div>
        </li>
      )}
    </Kind>
  )
}

export function Transfers({ of }: { of: DueNow['transfers'] }) {
  return (
    <Kind title="Transfers that wait for you" of={of} more={href('/admin/money/payouts')}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={href('/admin/money/payouts/:id', { id: row.run_id })}
            name={describeDueTransfer(row)}
            details={[
              row.what === 'otp' && `${formatKobo(row.amount_kobo)}, payouts of ${formatDay(row.run_day)}`,
              row.what === 'refused' && row.reason,
              formatDay(row.since),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </li>
      )}
    </Kind>
  )
}

export function Differences({ of }: { of: DueNow['discrepancies'] }) {
  return (
    <Kind title="Paystack discrepancies" of={of} more={href('/admin/money/paystack')}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={href('/admin/money/paystack')}
            name={describeDiscrepancy(row)}
            details={`${formatDay(row.happened_at)} · ${whatToDo(row.kind)}`}
          />
        </li>
      )}
    </Kind>
  )
}

export function ReturnedPayouts({ of }: { of: DueNow['returned'] }) {
  return (
    <Kind title="Returned payouts" of={of} more={href('/admin/money/payouts')}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={href('/admin/money/payouts/:id', { id: row.run_id })}
            name={`${formatKobo(row.amount_kobo)} to ${row.student || 'a student'}`}
            details={`${row.reason} · ${formatDay(row.created_at)} · the student is asked for other bank details`}
          />
          <Acts id={row.id}>
            <button className="btn" name="intent" value="send_again">
              Include in the next run
            </button>
          </Acts>
        </li>
      )}
    </Kind>
  )
}
