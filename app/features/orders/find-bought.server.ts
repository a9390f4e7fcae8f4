import type { RouterContextProvider } from 'react-router'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { userContext } from '#app/platform/session/session.server.ts'
import { findBundles } from '../bundles/queries.server.ts'
import type { Bought } from './already-bought.tsx'
import { readBuyer } from './buyer-cookie.server.ts'
import { findOwnOrder } from './queries.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Returns the visitor's order of a material: of the confirmed address of a signed-in user, or one that this browser
 * made. An address alone shows nothing, so that nobody learns what another person bought.
 */
export async function findBought(
  request: Request,
  context: Context,
  material: { id: string; slug: string },
): Promise<Bought | null> {
  return (await findOwnPurchase(context, material.id)) ?? (await findRemembered(request, context, material))
}

/** Returns the signed-in user's purchase of a material, or null. */
export async function findOwnPurchase(context: Context, materialId: string): Promise<Bought | null> {
  const user = context.get(userContext)
  const own = user && (await findOwnOrder(user, materialId).catch(orLog('Could not read the purchases of a user', null)))
  return own && { paidAt: own.paid_at, id: own.id, bundle: own.material_id === materialId ? null : own.title }
}

/** The number of remembered orders with one work that are looked up, newest first. */
const MAX_TRIED = 3

async function findRemembered(
  request: Request,
  context: Context,
  material: { id: string; slug: string },
): Promise<Bought | null> {
  const { orders } = context.get(siteContext)
  const remembered = readBuyer(request).orders
  if (!orders || remembered.length === 0) {
    return null
  }
  const { bundles } = await findBundles(visitorClient(context), material.id).catch(
    orLog('Could not read the bundles of a work', { bundles: [] }),
  )
  const slugs = new Set([material.slug, ...bundles.map(({ slug }) => slug)])
  const tokens = remembered.filter((order) => slugs.has(order.slug)).map(({ token }) => token)
  for (const token of tokens.slice(0, MAX_TRIED)) {
    const order = await orders.look(token).catch(orLog('Could not read an order that a browser remembers', null))
    if (order?.paid_at && order.gives_file) {
      return { paidAt: order.paid_at, token, bundle: order.slug === material.slug ? null : order.title }
    }
  }
  return null
}
