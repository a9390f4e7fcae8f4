import { publicCache } from '#app/platform/cache/cache.server.ts'
import { readAll } from '#app/platform/lists/pages.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Client } from '#app/services/backend.server.ts'
import { type Course, findCourses } from './courses.ts'

/**
 * Returns the courses of programmes.
 * @throws if the backend failed.
 */
function readCourses(client: Client): Promise<Course[]> {
  return publicCache.get('curriculum', () =>
    readAll(() => client.from('curriculum_courses').select('code, title, programme, level, subjects'), ['title', 'id']),
  )
}

/** Returns the courses whose code or title is this text; none if the backend failed, which is logged. */
export async function coursesOf(client: Client, text: string): Promise<Course[]> {
  return text === ''
    ? []
    : findCourses(await readCourses(client).catch(orLog('Could not read the courses of programmes', [])), text)
}
