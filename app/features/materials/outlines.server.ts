import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { countOnly } from '../console/lists.server.ts'
import { invalidateMaterials } from './invalidate.server.ts'

/** Counts the outlines that are free to read. Throws when the backend failed. */
export async function countOutlines({ client }: CurrentUser): Promise<number> {
  const outlines = client.from('research_materials').select('id', countOnly).eq('list_category', 'outline')
  const { count } = await outlines.is('deleted_at', null).throwOnError()
  return count ?? 0
}

/**
 * Deletes all outlines, which can be undone for thirty days like the deletion of any material.
 * @returns their number.
 * @throws if the backend failed.
 */
export async function deleteOutlines({ client }: CurrentUser): Promise<number> {
  const outlines = client.from('research_materials').update({ deleted_at: new Date().toISOString() })
  const { data } = await outlines.eq('list_category', 'outline').is('deleted_at', null).select('id').throwOnError()
  invalidateMaterials()
  return data.length
}
