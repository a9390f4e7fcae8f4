import { href, Form, Link } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { providerName } from './labels.ts'
import type { MoneyOverview } from './queries.server.ts'

/** Refunds that an admin pays at the provider and then marks as received. */
export function RefundsToSettle({ refunds }: { refunds: MoneyOverview['refunds_rows'] }) {
  return (
    <section className="stack" aria-labelledby="refunds">
      <h2 id="refunds">Refunds to settle</h2>
      <p className="small soft">Refund the buyer at the provider, then tap here.</p>
      <ul className="lines">
        {refunds.map((row) => (
          <li key={row.id} data-row>
            <div>
              <p className="name">
                <Link to={href('/admin/money/sales/:id', { id: row.sale_id })}>{row.title}</Link>
              </p>
              <p className="small soft">
                {formatKobo(row.amount_kobo)} · order {row.order_reference} on {providerName(row.provider)} ·{' '}
                {formatDay(row.written_at)}
              </p>
            </div>
            <Form method="post" className="row aside" preventScrollReset>
              <AccountField />
              <input type="hidden" name="id" value={row.id} />
              <button className="btn" name="intent" value="settled">
                The buyer has it
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
