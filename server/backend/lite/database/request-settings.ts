/*
 * Repair of @supabase/lite 0.10.0. Before each request lite sets the role, claims and request of the session with six
 * to eleven statements, one after the other. Here each of the two groups is one statement, which halves the time of a
 * small read through the embedded backend; over a network each statement is a round trip. Test:
 * request-settings.test.ts, tests/contract/isolation.test.ts.
 */
import type { Connection } from '@supabase/lite'
import { type Kysely, sql } from 'kysely'
import { requireField } from '../required-field.ts'

/** A request's user as lite knows it: the role and the claims of the token. */
type CurrentUser = {
  auth?: { role?: string; uid?: string | number | null; jwt?: unknown }
  storage?: { operation?: string | null }
}
/** A call of a database function as lite knows it. */
type Call = { method: string; path: string; requestHeaders?: unknown }
// oxlint-disable-next-line typescript/no-explicit-any -- lite types its own Kysely so: it knows no tables beforehand
type Session = Kysely<any>

/** Sets the session's settings in one statement instead of lite's many. Must run before the first request. */
export function combineSettings(connection: Connection): void {
  for (const field of ['applyJwtSessionContext', 'applyRpcRequestGucs']) {
    requireField(connection, field, { package: '@supabase/lite', file: 'database/request-settings.ts' })
  }
  Object.defineProperties(connection, {
    applyJwtSessionContext: { value: notifyUser },
    applyRpcRequestGucs: { value: tellCall },
  })
}

async function notifyUser(session: Session, { auth, storage }: CurrentUser): Promise<void> {
  const role = auth?.role || 'anon'
  const claims = auth?.jwt
  await tell(session, [
    ['role', role],
    ['request.jwt.claim.sub', String(auth?.uid ?? '')],
    ['request.jwt.claim.role', role],
    ['storage.operation', storage?.operation ?? ''],
    ...(claims && typeof claims === 'object' ? [['request.jwt.claims', JSON.stringify(claims)] as const] : []),
  ])
}

async function tellCall(session: Session, { method, path, requestHeaders }: Call): Promise<void> {
  await tell(session, [
    ['response.status', ''],
    ['response.headers', ''],
    ['request.method', method],
    ['request.path', path],
    ['request.headers', JSON.stringify(requestHeaders ?? {})],
  ])
}

/** Sets each name to its value for the current transaction. */
async function tell(session: Session, settings: readonly (readonly [name: string, value: string])[]): Promise<void> {
  const each = settings.map(([name, value]) => sql`set_config(${sql.lit(name)}, ${value}, true)`)
  await sql`select ${sql.join(each)}`.execute(session)
}
