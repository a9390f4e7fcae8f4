import { Form, Link } from 'react-router'
import { operatorOf } from '../../features/console/operator.server.ts'
import { Line } from '../../features/console/room-list.tsx'
import { MoneyTabs } from '../../features/money/money-tabs.tsx'
import { disputeStates, orderStates, refundStates } from '../../features/orders/room-words.ts'
import { findOrders } from '../../features/orders/room.server.ts'
import { pageMeta } from '../../platform/pages/page-meta.ts'
import { siteContext } from '../../platform/process/backend.server.ts'
import { noted } from '../../platform/process/failures.server.ts'
import { formatMoment } from '../../platform/text/dates.ts'
import { formatKobo } from '../../platform/text/money.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/orders'

export async function loader({ request, context }: Route.LoaderArgs) {
  const operator = operatorOf(context)
  const { searchParams } = new URL(request.url)
  const search = (searchParams.get('search') ?? '').trim().slice(0, 254)
  const after = /^[\d:.T+Z -]+_[0-9a-f-]{36}$/.test(searchParams.get('after') ?? '') ? searchParams.get('after') : null
  const page = await findOrders(operator, search, after).catch(noted('The orders could not be listed', null))
  const { orders } = context.get(siteContext)
  return { search, page, selling: orders && (orders.isTrial ? ('trial' as const) : orders.domain) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Orders', description: 'The console.', index: false })

const keys = {
  trial: 'This is a trial: a page of ours takes Paystack’s place, no money moves, and sales are marked as samples.',
  live: 'Works are sold here through Paystack, with a key for real money.',
  test: 'Works are sold here with a test key: no money moves, and sales are marked as samples.',
} as const

export default function Orders({ loaderData: { search, page, selling } }: Route.ComponentProps) {
  return (
    <section className="stack room">
      <MoneyTabs />
      <div>
        <h1>Orders</h1>
        <p className="soft">{selling ? keys[selling] : 'Nothing is sold here: there is no key of Paystack.'}</p>
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
            maxLength={254}
            placeholder="Order or whole email"
          />
        </p>
        <p>
          <button className="btn">Search</button>
        </p>
      </Form>
      {!page ? (
        <EmptyState title="The orders could not be read just now." hint="Nothing is lost; only the list is missing." />
      ) : page.rows.length === 0 ? (
        <EmptyState
          title={search ? `No order is '${search}'.` : 'No order yet.'}
          hint={search ? 'Type the whole reference, such as K7Q2-9FXM, or the whole email.' : 'The newest stands first.'}
        />
      ) : (
        <ul className="lines">
          {page.rows.map((order) => (
            <li key={order.id} data-row>
              <Line
                to={`/admin/money/orders/${order.id}`}
                name={order.title}
                facts={`${order.reference} · ${formatKobo(order.amount_kobo)} · ${order.email || 'free, no email'} · ${formatMoment(order.created_at)}`}
              >
                {order.domain === 'test' && <span className="badge">test</span>}
                {order.twice && <span className="badge pending">twice</span>}
                {order.dispute_state && <span className="badge pending">{disputeStates[order.dispute_state]}</span>}
                {order.refund_state && <span className="badge pending">{refundStates[order.refund_state]}</span>}
                <span className={`badge ${orderStates[order.state]?.look ?? ''}`}>
                  {orderStates[order.state]?.label ?? order.state}
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
