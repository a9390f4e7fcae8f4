import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { countOnly, type Filters } from '../console/lists.server.ts'
import { invalidateMaterials } from './invalidate.server.ts'

/** Filters the outlines (isOutline in sold.ts). */
export function filterOutlines<Query extends Filters>(query: Query): Query {
  return query.eq('is_sample', true).eq('price', 0).eq('sold_here', false).is('selar_link', null)
}

/** Counts the outlines that are free to read. Throws when the backend failed. */
export async function countOutlines({ client }: CurrentUser): Promise<number> {
  const outlines = filterOutlines(client.from('research_materials').select('id', countOnly))
  const { count } = await outlines.is('deleted_at', null).throwOnError()
  return count ?? 0
}

/**
 * Deletes all outlines, which can be undone for thirty days like the deletion of any material.
 * @returns their number.
 * @throws if the backend failed.
 */
export async function deleteOutlines({ client }: CurrentUser): Promise<number> {
  const outlines = filterOutlines(client.from('research_materials').update({ deleted_at: new Date().toISOString() }))
  const { data } = await outlines.is('deleted_at', null).select('id').throwOnError()
  invalidateMaterials()
  return data.length
}
