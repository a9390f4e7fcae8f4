/*
 * Repair of @supabase/lite 0.10.0. It responds with 500 without a code when a check constraint rejects a row, when
 * SQL raises an exception, and when a value does not fit the type of its column. PostgREST responds with 400 and the
 * SQLSTATE, and so do we. Test: tests/contract/tables-refusals.test.ts.
 */
import type { Connection } from '@supabase/lite'
import { requireField } from '../required-field.ts'

type DatabaseError = { code?: string; message?: string; detail?: string; hint?: string }

/** Gives lite the status and the code that PostgREST would send. */
export function nameErrorsAsPostgrest(connection: Connection): void {
  requireField(connection, 'normalizeDbError', { package: '@supabase/lite', file: 'rest/error-codes.ts' })
  const asBefore = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => {
    const normal = asBefore(error) as DatabaseError
    const named = getName(normal)
    return named === null
      ? normal
      : // With RAISE SQLSTATE 'PGRST' the SQL chooses the answer itself; lite keeps its status and code.
        Object.assign(
          new Error(
            JSON.stringify({
              code: named.code,
              message: named.message,
              details: normal.detail ?? null,
              hint: normal.hint ?? null,
            }),
          ),
          {
            name: `error ${named.code}`,
            code: 'PGRST',
            detail: JSON.stringify({ status: named.status, headers: {} }),
          },
        )
  }
}

function getName({ code = '', message = '' }: DatabaseError): { status: number; code: string; message: string } | null {
  if (code === '23514' || code === 'P0001') {
    return { status: 400, code, message }
  }
  if (code.startsWith('P0')) {
    return { status: 500, code, message }
  }
  const kind = code === '' && message.match(/^Invalid input for (\w+) type$/)?.[1]
  return kind ? { status: 400, code: '22P02', message: `invalid input syntax for type ${kind}` } : null
}
