import type { Session } from './session.ts'

/** A table with the columns that are stored, not computed. `type` is as PostgreSQL writes it. */
export type Table = { schema: string; name: string; columns: readonly { name: string; type: string }[] }
/** A sequence and its last value; null when it was never asked. */
export type Sequence = { schema: string; name: string; last: string | null }

/** The schemas whose rows are ours or the backend's own. */
const SCHEMAS = `('auth', 'storage', 'public', 'private')`

/** Tables that say what their own database is; each database has its own. */
const OF_THE_DATABASE: ReadonlySet<string> = new Set(['auth.schema_migrations', 'storage.migrations', 'private.schema_snapshot'])

/** The tables of a backend, in the order of their names. */
export async function getTables(session: Session): Promise<Table[]> {
  const columns = await session.query<{ schema: string; table: string; name: string; type: string }>(
    `select n.nspname as schema, c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_catalog.pg_attribute a
       join pg_catalog.pg_class c on c.oid = a.attrelid
       join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${SCHEMAS} and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by n.nspname, c.relname, a.attnum`,
  )
  return [...Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`)].flatMap(([whole, found]) => {
    const [first] = found
    return first && !OF_THE_DATABASE.has(whole)
      ? [{ schema: first.schema, name: first.table, columns: found.map(({ name, type }) => ({ name, type })) }]
      : []
  })
}

/** The sequences of a backend with their values. */
export function getSequences(session: Session): Promise<Sequence[]> {
  return session.query<Sequence>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as last
       from pg_catalog.pg_sequences where schemaname in ${SCHEMAS} order by 1, 2`,
  )
}

/** A name of the database in quotes. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const tableName = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`
/** The name of a table in SQL. */
export const inSql = ({ schema, name }: { schema: string; name: string }): string => `${quoted(schema)}.${quoted(name)}`

const ROWS_AT_ONCE = 200

/**
 * Reads the rows of a table, some hundred at a time: each row is a JSON array of the texts of its columns. Within a transaction all rows are
 * of its moment.
 */
export async function* getRows(session: Session, table: Table): AsyncGenerator<string[]> {
  const texts = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  await session.query(
    `declare rows_to_copy no scroll cursor with hold for select json_build_array(${texts})::text as line from only ${inSql(table)}`,
  )
  for (;;) {
    const rows = await session.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from rows_to_copy`)
    if (rows.length === 0) {
      break
    }
    yield rows.map(({ line }) => line)
  }
  await session.query('close rows_to_copy')
}

/**
 * Writes rows into a table, as `getRows` read them. `source` is the table they come from: its columns are found by name, and a column that
 * this database computes by itself is left out.
 * @throws when a column with a value does not exist here.
 */
export async function writeRows(session: Session, table: Table, source: Table, lines: readonly string[]): Promise<void> {
  const here = new Map(table.columns.map((column) => [column.name, column]))
  const both = source.columns.flatMap(({ name }, at) => {
    const column = here.get(name)
    return column ? [{ ...column, at }] : []
  })
  await session.query(
    `insert into ${inSql(table)} (${both.map(({ name }) => quoted(name)).join(', ')}) overriding system value
     select ${both.map(({ type, at }) => `(e ->> ${at})::${type}`).join(', ')} from json_array_elements($1::text::json) e`,
    [`[${lines.join(',')}]`],
  )
}

/** Empties tables at once. The session must have switched triggers off, because some tables refuse it. */
export async function emptyTables(session: Session, tables: readonly Table[]): Promise<void> {
  if (tables.length > 0) {
    await session.query(`truncate ${tables.map(inSql).join(', ')}`)
  }
}

/** Deletes the rows of one table, which other tables may refer to. Triggers and foreign keys must be off. */
export async function deleteRows(session: Session, table: Table): Promise<void> {
  await session.query(`delete from ${inSql(table)}`)
}

export async function setSequence(session: Session, sequence: Sequence): Promise<void> {
  const name = inSql(sequence)
  await (sequence.last === null
    ? session.query(`alter sequence ${name} restart`)
    : session.query(`select setval('${name.replaceAll("'", "''")}'::regclass, ${BigInt(sequence.last)})`))
}
