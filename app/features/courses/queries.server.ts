import type { Client } from '#app/platform/process/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'

/** An active WhatsApp group course. */
export type Course = {
  id: string
  title: string
  category: string
  /** Markdown. */
  description: string | null
  /** Naira; 0 is free. */
  price: number
  instructor_name: string | null
  duration_weeks: number | null
  whatsapp_link: string | null
  is_sample: boolean
}

const columns = 'id, title, category, description, price, instructor_name, duration_weeks, whatsapp_link, is_sample'

/**
 * Returns all active courses by title (SPEC 7). There are few, so the search filters this list.
 * @throws if the backend failed; the page then shows the empty sentence with 'Try again'.
 */
export function findCourses(client: Client): Promise<Course[]> {
  return publicCache.get('courses', async () => {
    const { data } = await client.from('courses').select(columns).eq('status', 'active').order('title').order('id').throwOnError()
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
    const { data } = await client.from('courses').select(columns).eq('status', 'active').eq('id', id).maybeSingle().throwOnError()
    return data
  })
}
