import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/platform/process/backend.server.ts'
import type { Orders } from '#app/platform/process/orders.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'

/**
 * Selling here.
 * @throws 404 where nothing is sold: then its addresses are like any other that is unknown.
 */
export function getOrders(context: Readonly<RouterContextProvider>): Orders {
  const { orders } = context.get(siteContext)
  if (!orders) {
    throw noSuchOrder()
  }
  return orders
}

/** Throw it for a token that opens nothing; the same answer for every wrong one. */
export function noSuchOrder() {
  return notFound('Order not found', 'A letter of the link is missing, or the order was never paid and is forgotten.', {
    to: '/orders',
    label: 'Find your orders by mail',
  })
}

/** The headers of pages about orders: kept nowhere, and their address is passed on to nobody. */
export const privateHeaders = {
  'cache-control': 'private, no-store',
  // `no-referrer` would make Chromium send `Origin: null` with our own forms.
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex',
} as const
