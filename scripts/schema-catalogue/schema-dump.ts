import { PGlite } from '@electric-sql/pglite'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'
import type { Database } from '#server/backend/database.ts'

/** Arguments of pg_dump for a dump that depends only on the migrations. */
const ALWAYS = ['--no-owner', '--inserts', '--exclude-table-data=supabase_migrations.*']

/** Arguments of pg_dump for our own schemas; auth, storage and extensions belong to the platform. */
export const OUR_SCHEMA = ['--schema-only', '--schema=public', '--schema=private']

/** Lists the settings of roles, which pg_dump leaves out because they belong to the whole cluster. */
export const ROLE_SETTINGS = `
  select coalesce(string_agg(format('ALTER ROLE %s SET %s;', coalesce(rolname, 'ALL'), setting), E'\\n' order by rolname, setting), '') as sql
    from pg_db_role_setting left join pg_roles on pg_roles.oid = setrole, unnest(setconfig) setting`

const HEAD_OF_ROLES = `--
-- Name: roles; Type: ROLE SETTINGS; Schema: -; Owner: -
--
`

/**
 * Returns what the migrations made in an embedded database, as pg_dump writes it. Call it last, because pg_dump drops
 * the prepared statements of the database's only session.
 * @param more further arguments of pg_dump.
 */
export async function schemaDump(database: Pick<Database, 'connection' | 'query'>, more: string[] = []): Promise<string> {
  const { driver } = database.connection
  if (!(driver instanceof PGlite)) {
    throw new TypeError('Only an embedded database can be dumped here. Use pg_dump for a PostgreSQL.')
  }
  const [roles] = await database.query<{ sql: string }>(ROLE_SETTINGS)
  const file = await pgDump({ pg: driver, args: [...ALWAYS, ...more] })
  return `${inOrder(withoutTimes(await file.text()))}\n${HEAD_OF_ROLES}\n${roles?.sql ?? ''}\n`
}

/** Sorts the rows of each table, whose order on disk says nothing. */
function inOrder(dump: string): string {
  return dump.replaceAll(/(?:^INSERT INTO [^]*?;\n)+/gm, (rows) =>
    rows
      .split(/^(?=INSERT INTO )/m)
      .toSorted()
      .join(''),
  )
}

/** Replaces the time at which a row was written, which differs from one database to the next. */
function withoutTimes(dump: string): string {
  return dump.replaceAll(/'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\+00'/g, "'(time)'")
}

/**
 * Splits a dump into one text for each object, so that dumps of different PostgreSQL versions can be compared: without
 * the preamble and the project's default privileges, and with the grants of an object in alphabetical order.
 */
export function dumpedObjects(dump: string): string[] {
  return dump
    .split(/^--\n-- (?=(?:Data for )?Name: )/m)
    .slice(1)
    .filter((entry) => !/^[^\n]*; Type: DEFAULT ACL;/.test(entry))
    .map((entry) => {
      const [head = '', ...lines] = entry.split('\n').filter((line) => !/^(?:--|\\restrict|\\unrestrict|SET |$)/.test(line))
      // PostgreSQL 15 lacks the privilege MAINTAIN of 17.
      const sql = head.includes('; Type: ACL;') ? lines.map((line) => line.replace('MAINTAIN,', '')).toSorted() : lines
      return [head, ...sql].join('\n')
    })
}
