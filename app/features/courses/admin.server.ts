import { href } from 'react-router'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { BulkRecords } from '../console/bulk-records.server.ts'
import { filterByWords, filterDeleted, type Filters, type LineOf, listRecords } from '../console/lists.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'
import { categoryNames } from './categories.ts'
import { courseFields, courseForm, type CourseForm } from './fields.ts'

export const courseParts = ['all', 'active', 'draft', 'closed', 'deleted'] as const

/** Returns a page of courses, last changed first, and their number. Throws if the backend failed. */
export const listCourses = (admin: CurrentUser, address: ListAddress) =>
  listRecords(admin, 'courses', ['title', 'category', 'price', 'whatsapp_link', 'status', 'publish_at'], address, (query) =>
    filterCourses(query, address),
  )
export type CourseLine = LineOf<typeof listCourses>

function filterCourses<Query extends Filters>(query: Query, address: ListAddress): Query {
  const there = filterByWords(filterDeleted(query, address), 'title', address)
  return address.show === 'all' || address.show === 'deleted' ? there : there.eq('status', address.show)
}

/** The admin section of the courses. Their status, a field of the form, decides whether they are shown. */
export const courseAdmin: RecordAdmin<'courses', CourseForm> = {
  table: 'courses',
  path: href('/admin/catalogue/courses'),
  noun: 'course',
  fields: courseFields,
  schema: courseForm,
  duplicate: 'title',
  // A course that is not a draft has no time, whatever the form sends.
  row: (values) => ({ ...values, publish_at: values.status === 'draft' ? values.publish_at : null }),
  cacheKeys: ['courses', 'course:', 'sitemap', 'search:'],
  isShown: ({ status }) => status === 'active',
}

/** The actions on selected courses. An unpublished course is a draft. */
export const courseBulk: BulkRecords<'courses'> = {
  resource: courseAdmin,
  name: 'title',
  columns: ['status'],
  publish: {
    on: () => ({ status: 'active' }),
    off: () => ({ status: 'draft' }),
    isShown: ({ status }) => status === 'active',
  },
  move: { column: 'category', accepts: (category) => categoryNames.some((name) => name === category) },
}
