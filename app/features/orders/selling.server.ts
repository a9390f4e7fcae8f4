import { href } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/services/site.server.ts'
import type { Orders } from '#app/services/orders.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'

/**
 * Returns the order service.
 * @throws 404 if nothing is sold: its addresses are then like any unknown one.
 */
export function getOrders(context: Readonly<RouterContextProvider>): Orders {
  const { orders } = context.get(siteContext)
  if (!orders) {
    throw noSuchOrder()
  }
  return orders
}

/** Returns the 404 to throw for an invalid token; it is the same for every wrong one. */
export function noSuchOrder() {
  return notFound('Order not found', 'The link is incomplete, or the order was never paid and has been deleted.', {
    to: href('/orders'),
    label: 'Find your orders by email',
  })
}

/** The headers of pages about orders: they are never cached, and their address is not sent as a referrer. */
export const privateHeaders = {
  'cache-control': 'private, no-store',
  // `no-referrer` would make Chromium send `Origin: null` with our own forms.
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex',
} as const
