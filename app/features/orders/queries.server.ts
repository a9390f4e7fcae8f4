import type { Covered } from '../materials/cover-classes.ts'
import type { Client } from '#app/services/backend.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** A paid order of a signed-in user. Kobo. */
export type OwnOrder = {
  id: string
  material_id: string
  title: string
  reference: string
  paid_at: string
  amount_kobo: number
  /** False once the money goes back. */
  gives_file: boolean
}

/** Returns the user's purchases: paid orders of their confirmed address, newest first. Throws if the backend failed. */
export async function ownOrders(user: CurrentUser): Promise<OwnOrder[]> {
  const { data } = await user.client.rpc('own_orders').throwOnError()
  return data
}

/** Returns what the covers of the materials of orders show, by their id. Throws if the backend failed. */
export async function readCovers(client: Client, orders: readonly OwnOrder[]): Promise<Record<string, Covered>> {
  const { data } = await client
    .from('research_materials')
    .select('id, subject_area, category, list_category')
    .in('id', [...new Set(orders.map(({ material_id }) => material_id))])
    .throwOnError()
  return Object.fromEntries(data.map((material) => [material.id, material]))
}

/**
 * Returns the user's newest purchase of a material, itself or in a bundle, whose file can be opened, or null. Throws if the
 * backend failed.
 */
export async function findOwnOrder(user: CurrentUser, material: string) {
  return (await user.client.rpc('own_purchase', { material }).maybeSingle().throwOnError()).data
}

/** Returns a new token for one of the user's orders, or null if it is not theirs. Throws if the backend failed. */
export async function openOwnOrder(user: CurrentUser, order: string): Promise<string | null> {
  const { data } = await user.client.rpc('open_own_order', { of_order: order }).throwOnError()
  return data
}
