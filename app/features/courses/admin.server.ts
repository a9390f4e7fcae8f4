import { type ListAddress, type Page, readPage } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { filterDeleted, filterByWords } from '../console/lists.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'
import { courseForm, type CourseForm } from './admin-schema.ts'

/** A course in the admin list. Price in naira. */
export type CourseLine = {
  id: string
  title: string
  category: string
  price: number
  whatsapp_link: string | null
  status: string
  deleted_at: string | null
  updated_at: string
}

export const courseParts = ['all', 'active', 'draft', 'closed', 'deleted'] as const

/** Returns a page of courses, last changed first. Throws if the backend failed. */
export async function listCourses(admin: CurrentUser, address: ListAddress): Promise<Page<CourseLine>> {
  const courses = admin.client.from('courses').select('id, title, category, price, whatsapp_link, status, deleted_at, updated_at')
  const there = filterDeleted(courses, address)
  const query = address.show === 'all' || address.show === 'deleted' ? there : there.eq('status', address.show)
  return readPage<CourseLine>(filterByWords(query, 'title', address), address, { column: 'updated_at', ascending: false })
}

/** The admin section of the courses. Their status, a field of the form, decides whether they are shown. */
export const courseAdmin: RecordAdmin<'courses', CourseForm> = {
  table: 'courses',
  path: '/admin/catalogue/courses',
  noun: 'course',
  schema: courseForm,
  labels: {
    title: 'Title',
    category: 'Category',
    status: 'Status',
    description: 'What is covered',
    price: 'Price',
    instructor_name: 'Teacher',
    duration_weeks: 'Weeks',
    whatsapp_link: 'WhatsApp link',
    is_sample: 'Sample',
  },
  row: (values) => values,
  cacheKeys: ['courses', 'course:', 'sitemap', 'search:'],
  async read(admin, id) {
    const { data } = await admin.client
      .from('courses')
      .select(
        'title, category, description, price, instructor_name, duration_weeks, whatsapp_link, status, is_sample, deleted_at, updated_at',
      )
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!data) {
      return null
    }
    const { deleted_at, updated_at, is_sample, ...rest } = data
    return {
      fields: {
        ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value ?? '')])),
        is_sample: is_sample ? 'on' : '',
      },
      version: updated_at,
      shown: rest.status === 'active',
      deleted: deleted_at !== null,
    }
  },
}
