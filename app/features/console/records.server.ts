import type { Database } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

type Tables = Database['public']['Tables']
/** A table whose rows are shown, hidden, deleted and restored in the same way. */
export type Shelf = {
  [Name in keyof Tables]: Tables[Name]['Row'] extends { id: string; updated_at: string; deleted_at: string | null } ? Name : never
}[keyof Tables]

/** The columns of a record's state; tables whose records are always shown lack the first. */
type StoredState = { published_at?: string | null; deleted_at: string | null; updated_at: string }

/**
 * Reasons why a record was not saved. `taken`: another row has the same unique name or slug. `no_file`: a sample or a
 * material without a file cannot be sold here. `withheld`: its student took it off sale. `no_work`: a discount code names
 * a work that does not exist. `for_all`: it would lose its last work, and so be for all. `not_below`: a bundle would cost
 * as much as its works.
 */
export type RejectedSave = 'changed' | 'gone' | 'taken' | 'no_file' | 'withheld' | 'no_work' | 'for_all' | 'not_below'

const UNIQUE_VIOLATION = '23505'
/** The hint of private.require_file_when_sold. */
const NO_FILE = 'no_file'
/** The hints of private.find_discounted_works. */
const NO_WORK = 'no_such_work'
const FOR_ALL = 'for_all_works'
/** The hint of private.require_price_below_parts. */
const NOT_BELOW = 'not_below'
/** The constraint that keeps a work hidden that its student took off sale. */
const WITHHELD = 'research_materials_withheld_is_hidden'

/** Returns these columns of a record, or null if it does not exist. Throws if the backend failed. */
export async function readRow<Table extends Shelf>(
  admin: CurrentUser,
  table: Table,
  id: string,
  columns: readonly string[],
): Promise<(Tables[Table]['Row'] & StoredState) | null> {
  const { data } = await anyTable(admin, table)
    .select([...columns, 'deleted_at', 'updated_at'].join(', '))
    .eq('id', id)
    .maybeSingle()
    .overrideTypes<StoredState, { merge: false }>()
    .throwOnError()
  return data as (Tables[Table]['Row'] & StoredState) | null
}

/**
 * Adds a record.
 * @returns its id, or the reason why it was not added.
 * @throws if the backend rejected it for another reason or failed.
 */
export async function addRecord<Table extends Shelf>(
  admin: CurrentUser,
  table: Table,
  values: Tables[Table]['Insert'],
): Promise<{ id: string } | RejectedSave> {
  const { data, error } = await anyTable(admin, table)
    .insert(values as never)
    .select('id')
    .single()
  if (error) {
    return getRejection(error)
  }
  return data
}

/**
 * Returns the reason why the database rejected a record.
 * @throws the error if it is another one.
 */
export function getRejection(error: { code?: string; hint?: string; message: string }): RejectedSave {
  if (error.code === UNIQUE_VIOLATION) {
    return 'taken'
  }
  if (error.hint === NO_FILE) {
    return 'no_file'
  }
  if (error.hint === NO_WORK) {
    return 'no_work'
  }
  if (error.hint === FOR_ALL) {
    return 'for_all'
  }
  if (error.hint === NOT_BELOW) {
    return 'not_below'
  }
  if (error.message.includes(WITHHELD)) {
    return 'withheld'
  }
  throw new Error('Could not save the record', { cause: error })
}

/**
 * Changes a record unless it was changed since: `version` is the updated_at that was read.
 * @throws if the backend rejected it for another reason or failed.
 */
export async function changeRecord<Table extends Shelf>(
  admin: CurrentUser,
  table: Table,
  { id, version }: { id: string; version: string },
  values: Tables[Table]['Update'],
): Promise<'saved' | RejectedSave> {
  const { data, error } = await anyTable(admin, table)
    .update(values as never)
    .eq('id', id)
    .eq('updated_at', version)
    .is('deleted_at', null)
    .select('id')
  if (error) {
    return getRejection(error)
  }
  return data.length > 0 ? 'saved' : whyUnchanged(admin, table, id)
}

/** Returns why no record with this id and the version that was read was changed. Throws if the backend failed. */
export async function whyUnchanged(admin: CurrentUser, table: Shelf, id: string): Promise<'changed' | 'gone'> {
  const { data: there } = await anyTable(admin, table).select('deleted_at').eq('id', id).maybeSingle().throwOnError()
  return there && there.deleted_at === null ? 'changed' : 'gone'
}

/**
 * Deletes a record, which can be restored for thirty days.
 * @returns true if it existed.
 * @throws if the backend rejected it or failed.
 */
export async function deleteRecord(admin: CurrentUser, table: Shelf, id: string): Promise<boolean> {
  const { data } = await anyTable(admin, table)
    .update({ deleted_at: new Date().toISOString() })
    .eq('id', id)
    .is('deleted_at', null)
    .select('id')
    .throwOnError()
  return data.length > 0
}

/**
 * Restores a deleted record, shown or hidden as before.
 * @returns 'there' if it was not deleted (any more), 'gone' if it does not exist.
 * @throws if the backend rejected it or failed.
 */
export async function restoreRecord(admin: CurrentUser, table: Shelf, id: string): Promise<'put back' | 'there' | 'gone'> {
  const { data } = await anyTable(admin, table)
    .update({ deleted_at: null })
    .eq('id', id)
    .not('deleted_at', 'is', null)
    .select('id')
    .throwOnError()
  if (data.length > 0) {
    return 'put back'
  }
  const { data: there } = await anyTable(admin, table).select('deleted_at').eq('id', id).maybeSingle().throwOnError()
  return there && there.deleted_at === null ? 'there' : 'gone'
}

/** Returns true if a table has no record, apart from deleted ones. Throws if the backend failed. */
export async function isTableEmpty(admin: CurrentUser, table: Shelf): Promise<boolean> {
  const { data } = await anyTable(admin, table).select('id').is('deleted_at', null).limit(1).throwOnError()
  return data.length === 0
}

/**
 * The client's types do not support a union of table names. Only columns that all of these tables have are used here.
 */
export function anyTable(admin: CurrentUser, table: Shelf) {
  return admin.client.from(table as 'writing_services')
}
