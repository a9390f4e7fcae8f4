import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { SavedFilter } from './saved-filters.ts'

/** The outcome of a change: 'name taken', 'too many' (50), or 'gone' if the filter does not exist. */
export type FilterOutcome = 'done' | 'name taken' | 'too many' | 'gone'

/** Returns the admin's saved filters of all lists, by name. Throws if the backend failed. */
export async function listSavedFilters({ client }: CurrentUser): Promise<SavedFilter[]> {
  const { data } = await client
    .from('saved_filters')
    .select('id, path, query, name')
    .is('deleted_at', null)
    .order('name')
    .throwOnError()
  return data
}

/** Saves a filter for the admin. Throws if the backend failed. */
export async function saveFilter({ client }: CurrentUser, filter: Omit<SavedFilter, 'id'>): Promise<FilterOutcome> {
  return readOutcome(await client.from('saved_filters').insert(filter).select('id'))
}

/** Renames a filter of the admin. Throws if the backend failed. */
export async function renameFilter({ client }: CurrentUser, id: string, name: string): Promise<FilterOutcome> {
  return readOutcome(await client.from('saved_filters').update({ name }).eq('id', id).is('deleted_at', null).select('id'))
}

/** Deletes a filter of the admin, or restores it within a day. Throws if the backend failed. */
export async function setFilterDeleted({ client }: CurrentUser, id: string, isDeleted: boolean): Promise<FilterOutcome> {
  const deleted_at = isDeleted ? new Date().toISOString() : null
  return readOutcome(await client.from('saved_filters').update({ deleted_at }).eq('id', id).select('id'))
}

function readOutcome({ data, error }: { data: unknown[] | null; error: { code: string } | null }): FilterOutcome {
  if (error?.code === '23505') {
    return 'name taken'
  }
  if (error?.code === '54000') {
    return 'too many'
  }
  if (error) {
    throw new Error('Could not change a saved filter', { cause: error })
  }
  return data?.length === 1 ? 'done' : 'gone'
}
