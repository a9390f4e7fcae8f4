import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { getColumns, type RowOf } from '../console/field-map.ts'
import { courseFields } from './fields.ts'

/** An active WhatsApp group course. Price in naira. */
export type Course = RowOf<'courses', typeof courseFields>

const active = (client: Client) => client.from('courses').select(getColumns(courseFields)).eq('status', 'active')

/**
 * Returns all active courses by title (SPEC 7). There are few, so the search filters this list.
 * @throws if the backend failed; the page then shows the empty sentence with 'Try again'.
 */
export function findCourses(client: Client): Promise<Course[]> {
  return publicCache.get('courses', async () => {
    const { data } = await active(client).order('title').order('id').overrideTypes<Course[], { merge: false }>().throwOnError()
    return data
  })
}

/**
 * Returns an active course by its id. Null if it does not exist, or the key is not an id.
 * @throws if the backend failed.
 */
export async function findCourse(client: Client, id: string): Promise<Course | null> {
  if (!looksLikeUuid(id)) {
    return null
  }
  return publicCache.get(`course:${id.toLowerCase()}`, async () => {
    const { data } = await active(client).eq('id', id).maybeSingle().overrideTypes<Course, { merge: false }>().throwOnError()
    return data
  })
}
