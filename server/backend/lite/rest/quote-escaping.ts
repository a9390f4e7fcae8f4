/*
 * Repair of @supabase/lite 0.10.0. It responds with 500 when a quote of select or order is not closed. PostgREST
 * responds with 400 (PGRST100), and so do we. Test: tests/contract/filters.test.ts.
 */
import { rejection } from '#server/backend/rejection.ts'

const LISTS = ['select', 'columns', 'order', 'on_conflict']

/** Returns the request, or a rejection if a quote is not closed. */
export function withClosedQuotes(request: Request): Request | Response {
  const { searchParams } = new URL(request.url)
  const isOpen = LISTS.flatMap((name) => searchParams.getAll(name)).some((list) => list.split('"').length % 2 === 0)
  return isOpen ? rejection(400, 'PGRST100', 'A quote in the list of columns is not closed') : request
}
