/*
 * Repair of @supabase/lite 0.10.0 over PostgreSQL. The migrations give the roles of visitors and students a time
 * limit for statements, which PostgreSQL applies at a login and not when lite changes the role. PostgREST reads such
 * settings and applies them to each request, and so do we. PGlite has no timer that could stop a statement. Test:
 * supabase/tests/at-once/time-limits.test.ts.
 */
import type { Connection } from '@supabase/lite'
import { sql } from 'kysely'
import { requireField } from '../required-field.ts'

/** Applies the time limit of its role to each request of the connection; none for a role without one. */
export function limitStatements(connection: Connection): void {
  requireField(connection, 'withContext', { package: '@supabase/lite', file: 'database/time-limits.ts' })
  const asBefore = connection.withContext.bind(connection)
  connection.withContext = (vars, work, options) =>
    asBefore(
      vars,
      async (database) => {
        if (vars) {
          await sql`
            select set_config('statement_timeout', coalesce((
              select split_part(setting, '=', 2) from pg_catalog.pg_roles r, unnest(r.rolconfig) as setting
              where r.rolname = current_user and setting like 'statement_timeout=%'
            ), '0'), true)`.execute(database)
        }
        return work(database)
      },
      options,
    )
}
