/*
 * Logs failures that a page replaces by a sentence or a gap, under the number of the request. It separates an expected
 * failure (the backend is unavailable) from a programming error (docs/decisions/0025).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgrestError } from '@supabase/supabase-js'
import { log } from './log.server.ts'

type RequestState = { reference: string; hasLoggedUnavailable: boolean; isIncomplete: boolean }
const requestStorage = new AsyncLocalStorage<RequestState>()

/** Runs `handle` and logs its failures under this number. */
export function runWithReference<T>(reference: string, handle: () => T): T {
  return requestStorage.run({ reference, hasLoggedUnavailable: false, isIncomplete: false }, handle)
}

/** Records that the current response lacks data or shows a default, so that it is not cached for other visitors. */
export function markIncomplete(): void {
  const request = requestStorage.getStore()
  if (request) {
    request.isIncomplete = true
  }
}

/** Returns true if the current response lacks data. */
export function isIncomplete(): boolean {
  return requestStorage.getStore()?.isIncomplete ?? false
}

/**
 * Logs a failure: in one line, once per request, when the backend is unavailable; otherwise with its stack. It never
 * logs submitted text.
 * @param what a sentence without a full stop, such as 'Could not read the reports'.
 */
export function logFailure(what: string, error: unknown): void {
  markIncomplete()
  const request = requestStorage.getStore()
  const fields = { event: 'operation.failed', reference: request?.reference, isUnavailable: isUnavailable(error) }
  if (!fields.isUnavailable) {
    log.error({ ...fields, error: formatError(error) }, what)
  } else if (!request?.hasLoggedUnavailable) {
    if (request) {
      request.hasLoggedUnavailable = true
    }
    log.error({ ...fields, error: `the backend is unavailable (${getReason(error)})` }, what)
  }
}

/** Returns a handler for `.catch()` that logs the failure and returns `instead`. */
export function orLog<T>(what: string, instead: T): (error: unknown) => T {
  return (error) => {
    logFailure(what, error)
    return instead
  }
}

/**
 * Returns true if the backend is unavailable: no connection, a timeout, a full disk, or a response from a proxy in
 * between.
 */
export function isUnavailable(error: unknown): boolean {
  if (isBackendError(error)) {
    return !error.code || UNREACHABLE.test(error.code)
  }
  if (!(error instanceof Error)) {
    return false
  }
  const { code, status } = error as { code?: unknown; status?: unknown }
  return (
    CONNECTION_ERRORS.has(error.name) ||
    (error instanceof TypeError && error.message === 'fetch failed') ||
    (typeof status === 'number' && status >= 500 && (!code || code === 'disk_full')) ||
    isUnavailable(error.cause)
  )
}

/** Returns true if the database stopped a statement at its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return isBackendError(error) && error.code === '57014'
}

const CONNECTION_ERRORS = new Set([
  'AbortError',
  'TimeoutError',
  'AuthRetryableFetchError',
  'StorageUnknownError',
  'FunctionsFetchError',
])
/**
 * The prefixes of PostgreSQL's and PostgREST's error codes for connections and resources (SQLSTATE 08, 53, 57P;
 * PGRST000 to 003).
 */
const UNREACHABLE = /^(08|53|57P|PGRST00)/
/** SQLSTATE 22: the message contains the invalid value, so it is not logged. */
const REPEATS_INPUT = /^22/

/**
 * Recognises an error of a supabase-js query: an Error when thrown, a plain object when returned as `error`. Without a
 * code, the response did not come from PostgREST.
 */
function isBackendError(error: unknown): error is { message: string; code?: string } {
  const isPlain = typeof error === 'object' && error !== null && Object.getPrototypeOf(error) === Object.prototype
  return error instanceof PostgrestError || (isPlain && 'message' in error && typeof error.message === 'string')
}

/** Returns an error as text, with its causes and stacks. */
function formatError(error: unknown): string {
  const { stack = '', cause } = error instanceof Error ? error : {}
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return [getReason(error), ...frames, ...(cause === undefined ? [] : [`  because of ${formatError(cause)}`])].join('\n')
}

function getReason(error: unknown): string {
  const isFromBackend = isBackendError(error)
  if (!isFromBackend && !(error instanceof Error)) {
    return String(error)
  }
  const name = isFromBackend ? 'PostgrestError' : error.name
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const named = code ? `${name} ${code}` : name
  return REPEATS_INPUT.test(code) ? named : `${named}: ${error.message}`
}
