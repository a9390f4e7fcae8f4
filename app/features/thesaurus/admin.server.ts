import { href } from 'react-router'
import { type ListAddress, readPage, wordPatterns } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { BulkRecords } from '../console/bulk-records.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'
import { entryFields, entryForm, type EntryForm } from './fields.ts'
import { sorts } from './labels.ts'

export const entryParts = ['all', 'deleted'] as const

/** Returns a page of entries, last changed first; `sort` is an entry sort, '' for all. Throws if the backend failed. */
export async function listEntries(admin: CurrentUser, address: ListAddress, sort: string) {
  let query = admin.client.from('thesaurus').select('id, term, meaning, sort, both_ways, deleted_at, updated_at')
  query = address.show === 'deleted' ? query.not('deleted_at', 'is', null) : query.is('deleted_at', null)
  if (sorts.some((known) => known === sort)) {
    query = query.eq('sort', sort)
  }
  const words = wordPatterns(address.search)
  if (words.length > 0) {
    query = query.ilikeAllOf('term_and_meaning', words)
  }
  return readPage(query, address, { column: 'updated_at', ascending: false })
}

/** The prefixes of the cache keys of searches, so that a change takes effect at once. */
export const SEARCHES = ['materials:', 'topics:near', 'search:']

/** The admin section of the thesaurus. */
export const thesaurusAdmin: RecordAdmin<'thesaurus', EntryForm> = {
  table: 'thesaurus',
  path: href('/admin/catalogue/thesaurus'),
  noun: 'entry',
  fields: entryFields,
  schema: entryForm,
  unique: { field: 'meaning', reason: 'The thesaurus has this entry already; look among the deleted ones too' },
  cacheKeys: SEARCHES,
  isShown: ({ deleted_at }) => deleted_at === null,
}

/** The actions on selected entries. */
export const thesaurusBulk: BulkRecords<'thesaurus'> = {
  resource: thesaurusAdmin,
  name: 'term',
  move: { column: 'sort', accepts: (sort) => sorts.some((known) => known === sort) },
}
