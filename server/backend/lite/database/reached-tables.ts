/*
 * Repair of @supabase/lite 0.10.0. For each request it goes through every column that it knows of, and searches the text of each view for types
 * that only SQLite needs: a tenth of what a small read costs. Here it knows of the schemas that a request reaches, and no texts of views.
 * Test: reached-tables.test.ts.
 */
import type { Connection } from '@supabase/lite'

type Known = Awaited<ReturnType<Connection['introspect']>>

/** Not in our exposed schemas, and no table of lite's own work is there. */
const NOT_REACHED = new Set(['private', 'supabase_migrations', 'extensions'])

/** Makes the connection answer requests with what they reach. Must run before the first request. */
export function knowReachedTables(connection: Connection): void {
  const introspect = connection.introspect.bind(connection)
  const reached = new WeakMap<Known, Known>()
  connection.introspect = async (options) => {
    const all = await introspect(options)
    // lite asks so for a request. When it compares or changes the schema it needs all.
    if (options?.useCache !== true) {
      return all
    }
    const made = reached.get(all) ?? reachedOf(all)
    reached.set(all, made)
    return made
  }
}

function reachedOf(all: Known): Known {
  const isReached = ({ schema }: { schema?: string | null | undefined }) => !NOT_REACHED.has(schema ?? 'public')
  return {
    ...all,
    tables: all.tables.filter(isReached),
    columns: all.columns.filter(isReached),
    views: all.views.filter(isReached).map((view) => ({ ...view, sql: '' })),
    ...(all.functions && { functions: all.functions.filter(isReached) }),
  }
}
