import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { invalidateMaterials } from './invalidate.server.ts'

/** Restricts a query to outlines (isOutline in sold.ts). */
const outline = { is_sample: true, price: 0, sold_here: false } as const

/** Counts the outlines that are free to read. Throws when the backend failed. */
export async function countOutlines({ client }: CurrentUser): Promise<number> {
  const { count } = await client
    .from('research_materials')
    .select('id', { count: 'exact', head: true })
    .match(outline)
    .is('selar_link', null)
    .is('deleted_at', null)
    .throwOnError()
  return count ?? 0
}

/**
 * Deletes all outlines, which can be undone for thirty days like the deletion of any material.
 * @returns their number.
 * @throws if the backend failed.
 */
export async function deleteOutlines({ client }: CurrentUser): Promise<number> {
  const { data } = await client
    .from('research_materials')
    .update({ deleted_at: new Date().toISOString() })
    .match(outline)
    .is('selar_link', null)
    .is('deleted_at', null)
    .select('id')
    .throwOnError()
  invalidateMaterials()
  return data.length
}
