import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { userContext } from '#app/platform/session/session.server.ts'
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
  return (await findOwnPurchase(context, material.id)) ?? (await findRemembered(request, context, material.slug))
}

/** Returns the signed-in user's purchase of a material, or null. */
export async function findOwnPurchase(context: Context, materialId: string): Promise<Bought | null> {
  const user = context.get(userContext)
  const own = user && (await findOwnOrder(user, materialId).catch(orLog('Could not read the purchases of a user', null)))
  return own && { paidAt: own.paid_at, id: own.id }
}

/** The number of remembered orders of one work that are looked up, newest first. */
const MAX_TRIED = 3

async function findRemembered(request: Request, context: Context, slug: string): Promise<Bought | null> {
  const { orders } = context.get(siteContext)
  const tokens = readBuyer(request)
    .orders.filter((order) => order.slug === slug)
    .map(({ token }) => token)
  if (!orders) {
    return null
  }
  for (const token of tokens.slice(0, MAX_TRIED)) {
    const order = await orders.look(token).catch(orLog('Could not read an order that a browser remembers', null))
    if (order?.paid_at && order.gives_file) {
      return { paidAt: order.paid_at, token }
    }
  }
  return null
}
