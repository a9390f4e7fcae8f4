import { href } from 'react-router'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { BulkRecords } from '../console/bulk-records.server.ts'
import { filterByWords, filterDeleted, type Filters, listRecords } from '../console/lists.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'
import { programmes } from '../materials/programmes.ts'
import { courseFields, courseForm, type CourseForm } from './fields.ts'

export const courseParts = ['all', 'deleted'] as const

/**
 * Returns a page of the courses of programmes, last changed first, and their number; `programme` is a stored programme,
 * '' for all. Throws if the backend failed.
 */
export const listCourses = (admin: CurrentUser, address: ListAddress, programme: string) =>
  listRecords(admin, 'curriculum_courses', ['code', 'title', 'programme', 'level', 'subjects'], address, (query) =>
    filterCourses(query, address, programme),
  )

function filterCourses<Query extends Filters>(query: Query, address: ListAddress, programme: string): Query {
  const filtered = filterByWords(filterDeleted(query, address), 'code_and_title', address)
  return programmes.some(({ stored }) => stored === programme) ? filtered.eq('programme', programme) : filtered
}

/** The admin section of the courses of programmes. They cannot be hidden. */
export const curriculumAdmin: RecordAdmin<'curriculum_courses', CourseForm> = {
  table: 'curriculum_courses',
  path: href('/admin/catalogue/curriculum'),
  noun: 'course',
  fields: courseFields,
  schema: courseForm,
  unique: { field: 'title', reason: 'The programme has this course already; look among the deleted ones too' },
  cacheKeys: ['topics', 'curriculum', 'search:'],
  isShown: ({ deleted_at }) => deleted_at === null,
}

/** The actions on selected courses of programmes. */
export const curriculumBulk: BulkRecords<'curriculum_courses'> = { resource: curriculumAdmin, name: 'title' }
