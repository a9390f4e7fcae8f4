import type { Session } from './session.ts'

/** A table with its stored columns, without computed ones. `type` is PostgreSQL's notation. */
export type Table = { schema: string; name: string; columns: readonly { name: string; type: string }[] }
/** A sequence and its last value; null if it was never used. */
export type Sequence = { schema: string; name: string; last: string | null }

/** The schemas with our rows and those of the backend. */
const SCHEMAS = `('auth', 'storage', 'public', 'private')`

/** Tables that describe their own database and are not copied. */
const OF_THE_DATABASE: ReadonlySet<string> = new Set(['auth.schema_migrations', 'storage.migrations', 'private.schema_snapshot'])

/** Returns the tables of a backend, sorted by name. */
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

/** Returns the sequences of a backend with their values. */
export function getSequences(session: Session): Promise<Sequence[]> {
  return session.query<Sequence>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as last
       from pg_catalog.pg_sequences where schemaname in ${SCHEMAS} order by 1, 2`,
  )
}

/** Quotes an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const tableName = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`
/** Returns the quoted name of a table. */
export const inSql = ({ schema, name }: { schema: string; name: string }): string => `${quoted(schema)}.${quoted(name)}`

const ROWS_AT_ONCE = 200

/**
 * Reads the rows of a table in batches of some hundred: each row is a JSON array of the texts of its columns. Within a
 * transaction all rows are from its snapshot.
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
 * Writes rows of `getRows` into a table. `source` is their original table: columns are matched by name, and columns
 * that this database computes are skipped.
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

/** Truncates tables in one statement. Triggers must be disabled, because those of some tables prevent it. */
export async function emptyTables(session: Session, tables: readonly Table[]): Promise<void> {
  if (tables.length > 0) {
    await session.query(`truncate ${tables.map(inSql).join(', ')}`)
  }
}

/** Deletes the rows of a table that others may reference. Triggers and foreign keys must be disabled. */
export async function deleteRows(session: Session, table: Table): Promise<void> {
  await session.query(`delete from ${inSql(table)}`)
}

export async function setSequence(session: Session, sequence: Sequence): Promise<void> {
  const name = inSql(sequence)
  await (sequence.last === null
    ? session.query(`alter sequence ${name} restart`)
    : session.query(`select setval('${name.replaceAll("'", "''")}'::regclass, ${BigInt(sequence.last)})`))
}
