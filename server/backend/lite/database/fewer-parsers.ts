/*
 * Repair of PGlite 0.4.5. It copies its whole list of parsers for each query, and the list has an entry for the array of every type: 310 in
 * an empty database, and one more for each table and view. The copy is half of what a small query costs. Nothing here ever answers most of
 * those arrays. Test: fewer-parsers.test.ts.
 */
import type { PGlite } from '@electric-sql/pglite'

/** The types whose arrays our tables and functions and lite's own questions answer. */
const IN_ARRAYS = [
  'bool',
  'char',
  'name',
  'int2',
  'int4',
  'int8',
  'text',
  'varchar',
  'oid',
  'float4',
  'float8',
  'numeric',
  'json',
  'jsonb',
  'date',
  'timestamp',
  'timestamptz',
  'uuid',
]

/** Takes from the database the parsers for all other arrays, which then arrive as PostgreSQL writes them. */
export async function keepFewParsers(database: PGlite): Promise<void> {
  const others = await database.query<{ oid: number }>(
    `select oid from pg_catalog.pg_type
     where typcategory = 'A' and typelem <> all (
       select oid from pg_catalog.pg_type where typnamespace = 'pg_catalog'::regnamespace and typname = any ($1::text[]))`,
    [IN_ARRAYS],
  )
  const unneeded = new Set(others.rows.map(({ oid }) => String(oid)))
  database.parsers = Object.fromEntries(Object.entries(database.parsers).filter(([oid]) => !unneeded.has(oid)))
}
