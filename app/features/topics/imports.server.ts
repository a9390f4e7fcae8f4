import { publicCache } from '#app/platform/cache/cache.server.ts'
import { readAll } from '#app/platform/lists/pages.server.ts'
import { withoutControls } from '#app/platform/forms/fields.ts'
import { writeCsv } from '#app/platform/lists/csv.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { getCells, columns, type Plan, type Stored } from './import-plan.server.ts'

const UNIQUE_VIOLATION = '23505'
const CHANGED_MEANWHILE = '40001'

/**
 * Returns every stored topic with the columns that an import compares, including deleted ones. Throws if the backend
 * failed.
 */
export function wholeDirectory(admin: Pick<CurrentUser, 'client'>): Promise<Stored[]> {
  const compared = 'id, topic, description, unique_selling_point, subject_area, is_sample, updated_at, deleted_at'
  return readAll(() => admin.client.from('topics_directory').select(compared), ['topic', 'id'])
}

/**
 * Exports the directory as a file that can be imported again; logged, for an admin who has just confirmed their
 * password (`withPasswordAgain`). Throws if the backend rejected the call or failed.
 */
export async function directoryAsCsv(admin: Pick<CurrentUser, 'client'>): Promise<{ name: string; csv: string; count: number }> {
  const topics = (await wholeDirectory(admin)).filter(({ deleted_at }) => deleted_at === null)
  await admin.client.rpc('log_export', { of_what: 'topics' }).throwOnError()
  return {
    name: `topics-${dayInLagos(new Date())}.csv`,
    csv: writeCsv([columns, ...topics.map(getCells)]),
    count: topics.length,
  }
}

/**
 * Applies a plan, all or nothing.
 * @returns the import's id, or 'changed' if the directory has changed since the plan.
 * @throws if the backend rejected it for another reason or failed.
 */
export async function applyPlan(admin: CurrentUser, plan: Plan, fileName: string): Promise<{ id: string } | 'changed'> {
  const { data, error } = await admin.client.rpc('import_topics', {
    file_name: withoutControls(fileName) || 'topics.csv',
    added: plan.added.map(({ row }) => row),
    changed: plan.changed.map(({ row, stored }) => ({ ...row, id: stored.id, version: stored.updated_at })),
  })
  if (error?.code === UNIQUE_VIOLATION || error?.code === CHANGED_MEANWHILE) {
    return 'changed'
  }
  if (error) {
    throw new Error('Could not import the topics', { cause: error })
  }
  publicCache.invalidate('topics')
  publicCache.invalidate('search:')
  return { id: data }
}

/**
 * Undoes an import, except for rows that were changed since.
 * @returns the number of undone and skipped rows, or null if there is nothing to undo.
 * @throws if the backend rejected the call or failed.
 */
export async function undoImport(admin: CurrentUser, id: string): Promise<{ reversed: number; skipped: number } | null> {
  const { data } = await admin.client.rpc('undo_topic_import', { import_id: id }).maybeSingle().throwOnError()
  publicCache.invalidate('topics')
  publicCache.invalidate('search:')
  return data
}

export type Import = {
  id: string
  file_name: string
  added: number
  changed: number
  put_back: number
  created_at: string
  undone_at: string | null
}

/** Returns the last ten imports, newest first. Throws if the backend failed. */
export async function lastImports(admin: CurrentUser): Promise<Import[]> {
  const { data } = await admin.client
    .from('topic_imports')
    .select('id, file_name, added, changed, put_back, created_at, undone_at')
    .order('created_at', { ascending: false })
    .limit(10)
    .throwOnError()
  return data
}
