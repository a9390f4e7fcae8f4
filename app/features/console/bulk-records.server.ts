import { data, type RouterContextProvider } from 'react-router'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { Database } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { actionResult, sentences } from './action-result.ts'
import type { BulkAction } from './bulk.ts'
import { readSelection, type RowOutcome, runBulk, type Selection } from './bulk.server.ts'
import { publishing, type RecordAdmin } from './record-action.server.ts'
import { requireAdmin } from './require-admin.server.ts'
import type { Shelf } from './records.server.ts'

type Tables = Database['public']['Tables']

/** A stored record as the checks before a change see it: its id, name and the `columns` that they read. */
type StoredRow<Table extends Shelf> = Tables[Table]['Row'] & { id: string; deleted_at: string | null }

/** The actions on selected records of a list. */
export type BulkRecords<Table extends Shelf> = {
  resource: Pick<RecordAdmin<Table, never>, 'table' | 'noun' | 'cacheKeys'>
  /** The column with a record's name. */
  name: keyof Tables[Table]['Row'] & string
  /** Further columns that the checks read. */
  columns?: readonly (keyof Tables[Table]['Row'] & string)[]
  /** How records are published and unpublished; none for records that are always shown. */
  publish?: {
    on(): Tables[Table]['Update']
    off(): Tables[Table]['Update']
    isShown(row: StoredRow<Table>): boolean
    /** Returns why a record is not published, or null. */
    obstacle?(row: StoredRow<Table>): string | null
  }
  /** The column to whose other values records can be moved. */
  move?: {
    column: keyof Tables[Table]['Row'] & string
    accepts(value: string): boolean
  }
}

/** Publishes and unpublishes selected records with the column `published_at`, which `columns` has to name. */
export const publishedBulk = {
  ...publishing,
  isShown: ({ published_at }: { published_at: string | null }) => published_at !== null,
} as const

type ListActions = {
  publishes: boolean
  move?: { label: string; options: readonly { value: string; label: string }[] }
  /** Actions that only this list has. */
  more?: readonly BulkAction[]
}

/**
 * Returns the buttons for selected records of a part of a list: those that change something there, the most useful one
 * first, because a phone shows it beside the number of rows.
 */
export function recordActions(show: string, { publishes, move, more = [] }: ListActions): BulkAction[] {
  if (show === 'deleted') {
    return [{ intent: 'undo', label: 'Restore' }]
  }
  const publish = publishes && show !== 'shown' ? [{ intent: 'publish', label: 'Publish' }] : []
  const unpublish = publishes && show !== 'hidden' ? [{ intent: 'unpublish', label: 'Unpublish' }] : []
  return [
    ...(show === 'hidden' ? publish : []),
    ...more,
    ...(move ? [{ intent: 'move', label: 'Move', options: move.options, optionsLabel: move.label }] : []),
    ...(show === 'hidden' ? [] : publish),
    ...unpublish,
    { intent: 'delete', label: 'Delete', isDangerous: true },
  ]
}

type Change<Table extends Shelf> = {
  verb: string
  values: Record<string, unknown>
  /** Returns why a record is not changed, or null. */
  obstacle(row: StoredRow<Table>): string | null
  undo?: { intent: string; label: string }
}

/**
 * Publishes, unpublishes, moves, deletes or restores the selected records, as the form says. Row security decides again
 * for each; the audit log has an entry for each changed record.
 */
export async function changeSelected<Table extends Shelf>(
  bulk: BulkRecords<Table>,
  admin: CurrentUser,
  selection: Selection,
): ReturnType<typeof runBulk> {
  const change = getChange(bulk, selection)
  if (typeof change === 'string') {
    return data(actionResult(change), { status: 400 })
  }
  return runBulk(selection, change.verb, (ids) => changeRows(bulk, admin, ids, change), change.undo)
}

function getChange<Table extends Shelf>(bulk: BulkRecords<Table>, { intent, to }: Selection): Change<Table> | string {
  const { publish, move } = bulk
  const there = (row: StoredRow<Table>) => (row.deleted_at === null ? null : 'it is deleted')
  if (intent === 'publish' && publish) {
    return {
      verb: 'published',
      values: publish.on(),
      obstacle: (row) => there(row) ?? (publish.isShown(row) ? 'already on the site' : (publish.obstacle?.(row) ?? null)),
      undo: { intent: 'unpublish', label: 'Undo' },
    }
  }
  if (intent === 'unpublish' && publish) {
    return {
      verb: 'unpublished',
      values: publish.off(),
      obstacle: (row) => there(row) ?? (publish.isShown(row) ? null : 'not on the site'),
      undo: { intent: 'publish', label: 'Publish again' },
    }
  }
  if (intent === 'move' && move) {
    return move.accepts(to)
      ? {
          verb: 'moved',
          values: { [move.column]: to },
          obstacle: (row) => there(row) ?? (row[move.column] === to ? 'already there' : null),
        }
      : 'Choose where to move them.'
  }
  if (intent === 'delete') {
    return {
      verb: 'deleted',
      values: { deleted_at: new Date().toISOString() },
      obstacle: (row) => (row.deleted_at === null ? null : 'already deleted'),
      undo: { intent: 'undo', label: 'Undo' },
    }
  }
  if (intent === 'undo') {
    return {
      verb: 'restored',
      values: { deleted_at: null },
      obstacle: (row) => (row.deleted_at === null ? 'not deleted' : null),
    }
  }
  return 'This cannot be done here.'
}

async function changeRows<Table extends Shelf>(
  { resource, name, columns = [], move }: BulkRecords<Table>,
  admin: CurrentUser,
  ids: readonly string[],
  { values, obstacle }: Change<Table>,
): Promise<RowOutcome[]> {
  const read = new Set(['id', 'deleted_at', name, ...columns, ...(move ? [move.column] : [])])
  // The client's types do not support a union of table names.
  const table = () => admin.client.from(resource.table as 'writing_services')
  const { data: rows } = await table()
    .select([...read].join(', '))
    .in('id', [...ids])
    .overrideTypes<StoredRow<Table>[], { merge: false }>()
    .throwOnError()
  const checked = rows.map((row) => ({ id: row.id, name: String(row[name]), reason: obstacle(row) }))
  const free = checked.flatMap(({ id, reason }) => (reason === null ? [id] : []))
  if (free.length > 0) {
    const { data: changed } = await table()
      .update(values as never)
      .in('id', free)
      .select('id')
      .throwOnError()
    for (const key of resource.cacheKeys) {
      publicCache.invalidate(key)
    }
    const done = new Set(changed.map(({ id }) => id))
    for (const row of checked) {
      row.reason ??= done.has(row.id) ? null : 'you may not change it'
    }
  }
  const found = new Set(checked.map(({ id }) => id))
  const gone = ids.filter((id) => !found.has(id)).map((id) => ({ id, name: `This ${resource.noun}`, reason: 'it is gone' }))
  return [...checked, ...gone]
}

/** Handles the form of a list of records; `changeSelected` says what it does. */
export async function bulkRecordsAction<Table extends Shelf>(
  bulk: BulkRecords<Table>,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  const admin = requireAdmin(context)
  const selection = readSelection(await readForm(request, context), looksLikeUuid)
  return selection ? changeSelected(bulk, admin, selection) : data(actionResult(sentences.gone), { status: 400 })
}
