import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** A paid order of a signed-in person. Kobo. */
export type OwnOrder = { id: string; title: string; reference: string; paid_at: string; amount_kobo: number }

/** The person's purchases: paid orders of their confirmed address, the newest first. Throws when the backend failed. */
export async function ownOrders(user: CurrentUser): Promise<OwnOrder[]> {
  const { data } = await user.client.rpc('own_orders').throwOnError()
  return data
}

/** A new token for an order of the person's; null when it is none of theirs. Throws when the backend failed. */
export async function openOwnOrder(user: CurrentUser, order: string): Promise<string | null> {
  const { data } = await user.client.rpc('open_own_order', { of_order: order }).throwOnError()
  return data
}
