import { Form, Link } from 'react-router'
import { operatorOf } from '../../features/console/operator.server.ts'
import { Line } from '../../features/console/room-list.tsx'
import { MoneyTabs } from '../../features/money/money-tabs.tsx'
import { findSales } from '../../features/money/queries.server.ts'
import { saleStates } from '../../features/money/words.ts'
import { pageMeta } from '../../platform/pages/page-meta.ts'
import { noted } from '../../platform/process/failures.server.ts'
import { formatDay } from '../../platform/text/dates.ts'
import { formatKobo } from '../../platform/text/money.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/sales'

export async function loader({ request, context }: Route.LoaderArgs) {
  const operator = operatorOf(context)
  const { searchParams } = new URL(request.url)
  const search = (searchParams.get('search') ?? '').trim().slice(0, 200)
  const after = /^[\d:.T+Z -]+_[0-9a-f-]{36}$/.test(searchParams.get('after') ?? '') ? searchParams.get('after') : null
  const page = await findSales(operator, search, after).catch(noted('The sales could not be listed', null))
  return { search, page }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Sales', description: 'The console.', index: false })

export default function Sales({ loaderData: { search, page } }: Route.ComponentProps) {
  return (
    <section className="stack room">
      <MoneyTabs />
      <div className="row between">
        <h1>Sales</h1>
        <Link className="btn" to="/admin/money/sales/import">
          From a file
        </Link>
      </div>
      <Form className="find" role="search">
        <p className="field">
          <label className="sr" htmlFor="search">
            Search
          </label>
          <input
            id="search"
            name="search"
            type="search"
            key={search}
            defaultValue={search}
            maxLength={200}
            placeholder="Order reference or title"
          />
        </p>
        <p>
          <button className="btn">Search</button>
        </p>
      </Form>
      {!page ? (
        <EmptyState title="The sales could not be read just now." hint="Nothing is lost; only the list is missing." />
      ) : page.rows.length === 0 ? (
        <EmptyState title={search ? `No sale is called '${search}'.` : 'No sale yet.'} hint="The last written stands first." />
      ) : (
        <ul className="lines">
          {page.rows.map((sale) => (
            <li key={sale.id} data-row>
              <Line
                to={`/admin/money/sales/${sale.id}`}
                name={sale.title}
                facts={`${formatKobo(sale.gross_kobo)} · ${sale.student ? `${sale.student} has ${formatKobo(sale.share_kobo)}` : 'our own'} · paid ${formatDay(sale.paid_at)}`}
              >
                {sale.is_sample && <span className="badge">sample</span>}
                <span className={`badge ${saleStates[sale.state]?.look ?? ''}`}>
                  {saleStates[sale.state]?.label ?? sale.state}
                </span>
              </Line>
            </li>
          ))}
        </ul>
      )}
      {page?.next && (
        <p>
          <Link className="btn" to={`?${new URLSearchParams({ ...(search ? { search } : {}), after: page.next }).toString()}`}>
            Next page
          </Link>
        </p>
      )}
    </section>
  )
}
