import { href } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { visitorClient } from '#app/services/backend.server.ts'
import type { Receipt } from '#app/services/orders.ts'
import type { Paper } from '#app/services/papers.ts'
import { siteContext } from '#app/services/site.server.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { orUnavailable } from '#app/platform/pages/unavailable.server.ts'
import { settings } from '../settings/queries.server.ts'
import { describeReceipt } from './receipt.ts'
import { getOrders } from './selling.server.ts'

/**
 * Reads the receipt or invoice of an order, and how it is shown.
 * @throws 404 if the order is unknown, free, or older than the orders that are kept unpaid.
 */
export async function readReceipt(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<{ receipt: Receipt; paper: Paper }> {
  const client = visitorClient(context)
  const orders = getOrders(context)
  // The order's page asks Paystack first, so that a payment of a moment ago is on the receipt.
  await orUnavailable(context, orders.look(token))
  const receipt = await orUnavailable(context, orders.receipt(token))
  if (!receipt) {
    throw notFound('There is no receipt', 'The link is incomplete, or nothing was to be paid for this order.', {
      to: href('/orders'),
      label: 'Find your orders by email',
    })
  }
  const [business, site] = await Promise.all([settings(client, 'business'), settings(client, 'site')])
  const seller = { ...business, site: site.name, email: site.support_email }
  const address = `${context.get(siteContext).url}${href('/orders/:token', { token })}`
  return { receipt, paper: describeReceipt(receipt, seller, address) }
}
