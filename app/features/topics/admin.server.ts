import { href } from 'react-router'
import * as v from 'valibot'
import { type ListAddress, textPattern } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { BulkRecords } from '../console/bulk-records.server.ts'
import { filterByWords, filterDeleted, type Filters, type LineOf, listRecords } from '../console/lists.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'
import { topicFields, topicForm, type TopicForm } from './fields.ts'

export const topicParts = ['all', 'own', 'sample', 'deleted'] as const

/**
 * Returns a page of topics, last changed first, and their number; `area` is a subject area, '' for all. Throws if the
 * backend failed.
 */
export const listTopics = (admin: CurrentUser, address: ListAddress, area: string) =>
  listRecords(admin, 'topics_directory', ['topic', 'subject_area', 'is_sample'], address, (query) =>
    filterTopics(query, address, area),
  )
export type TopicLine = LineOf<typeof listTopics>

function filterTopics<Query extends Filters>(query: Query, address: ListAddress, area: string): Query {
  let filtered = filterByWords(filterDeleted(query, address), 'found_in', address)
  if (address.show === 'own' || address.show === 'sample') {
    filtered = filtered.eq('is_sample', address.show === 'sample')
  }
  return area ? filtered.ilike('subject_area', textPattern(area)) : filtered
}

/** The admin section of the topics. They cannot be hidden: every topic is shown. */
export const topicAdmin: RecordAdmin<'topics_directory', TopicForm> = {
  table: 'topics_directory',
  path: href('/admin/catalogue/topics'),
  noun: 'topic',
  fields: topicFields,
  schema: topicForm,
  unique: { field: 'topic', reason: 'This topic is in the directory already; look among the deleted ones too' },
  cacheKeys: ['topics', 'search:'],
  isShown: ({ deleted_at }) => deleted_at === null,
}

/** The actions on selected topics. */
export const topicBulk: BulkRecords<'topics_directory'> = {
  resource: topicAdmin,
  name: 'topic',
  move: { column: 'subject_area', accepts: (area) => area.trim() !== '' && v.is(topicForm.entries.subject_area, area) },
}
