import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** A paid order of a signed-in user. Kobo. */
export type OwnOrder = { id: string; title: string; reference: string; paid_at: string; amount_kobo: number }

/** Returns the user's purchases: paid orders of their confirmed address, newest first. Throws if the backend failed. */
export async function ownOrders(user: CurrentUser): Promise<OwnOrder[]> {
  const { data } = await user.client.rpc('own_orders').throwOnError()
  return data
}

/** Returns a new token for one of the user's orders, or null if it is not theirs. Throws if the backend failed. */
export async function openOwnOrder(user: CurrentUser, order: string): Promise<string | null> {
  const { data } = await user.client.rpc('open_own_order', { of_order: order }).throwOnError()
  return data
}
