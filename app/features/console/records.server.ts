import type { Database } from '#app/platform/process/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

type Tables = Database['public']['Tables']
/** A table whose rows are shown, hidden, deleted and put back in the same way. */
export type Shelf = {
  [Name in keyof Tables]: Tables[Name]['Row'] extends { id: string; updated_at: string; deleted_at: string | null } ? Name : never
}[keyof Tables]

/** Why a record was not saved. `taken`: another row has the same unique name or slug. `no_file`: a material without a file cannot be sold here. */
export type Refused = 'changed' | 'gone' | 'taken' | 'no_file'

const UNIQUE_VIOLATION = '23505'
/** The hint of private.require_file_when_sold. */
const NO_FILE = 'no_file'

/**
 * Adds a record.
 * @returns its id, or why not.
 * @throws when the backend refused otherwise or failed.
 */
export async function addRecord<Table extends Shelf>(
  admin: CurrentUser,
  table: Table,
  values: Tables[Table]['Insert'],
): Promise<{ id: string } | 'taken' | 'no_file'> {
  const { data, error } = await anyTable(admin, table)
    .insert(values as never)
    .select('id')
    .single()
  if (error?.code === UNIQUE_VIOLATION) {
    return 'taken'
  }
  if (error?.hint === NO_FILE) {
    return 'no_file'
  }
  if (error) {
    throw new Error('The record could not be added', { cause: error })
  }
  return data
}

/**
 * Changes a record if nobody changed it since: `version` is the updated_at that was read.
 * @throws when the backend refused otherwise or failed.
 */
export async function changeRecord<Table extends Shelf>(
  admin: CurrentUser,
  table: Table,
  { id, version }: { id: string; version: string },
  values: Tables[Table]['Update'],
): Promise<'saved' | Refused> {
  const { data, error } = await anyTable(admin, table)
    .update(values as never)
    .eq('id', id)
    .eq('updated_at', version)
    .is('deleted_at', null)
    .select('id')
  if (error?.code === UNIQUE_VIOLATION) {
    return 'taken'
  }
  if (error?.hint === NO_FILE) {
    return 'no_file'
  }
  if (error) {
    throw new Error('The record could not be saved', { cause: error })
  }
  if (data.length > 0) {
    return 'saved'
  }
  const { data: there } = await anyTable(admin, table).select('deleted_at').eq('id', id).maybeSingle().throwOnError()
  return there && there.deleted_at === null ? 'changed' : 'gone'
}

/**
 * Deletes a record, so that it can be put back for thirty days.
 * @returns whether it was there.
 * @throws when the backend refused or failed.
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
 * Puts a deleted record back, shown or hidden as it was.
 * @returns 'there' when it was not deleted (any more), 'gone' when there is no such record.
 * @throws when the backend refused or failed.
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

/** Whether a table has no record, deleted ones aside. Throws when the backend failed. */
export async function hasNone(admin: CurrentUser, table: Shelf): Promise<boolean> {
  const { data } = await anyTable(admin, table).select('id').is('deleted_at', null).limit(1).throwOnError()
  return data.length === 0
}

/** The client's types do not support a union of table names. Only columns that all of these tables have are used here. */
function anyTable(admin: CurrentUser, table: Shelf) {
  return admin.client.from(table as 'writing_services')
}
