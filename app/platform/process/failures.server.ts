/*
 * A failure that a page answers with a sentence, or with a gap, goes through here: it stands in the log under the number of the request, and what is expected (a
 * backend that is away) is told apart from a mistake of ours (docs/decisions/0025).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgrestError } from '@supabase/supabase-js'

type Answering = { reference: string; saidAway: boolean }
const answering = new AsyncLocalStorage<Answering>()

/** Has everything that fails while `answer` runs noted under this number. */
export function underReference<T>(reference: string, answer: () => T): T {
  return answering.run({ reference, saidAway: false }, answer)
}

/**
 * Notes a failure in the log: that the backend is away in one line, once a request; everything else with its stack. Nothing that somebody typed is written down.
 * @param what a sentence without its stop, such as 'The reports could not be read'.
 */
export function noteFailure(what: string, error: unknown): void {
  const request = answering.getStore()
  const number = request ? `${request.reference}: ` : ''
  if (!isAway(error)) {
    console.error(`${number}${what}: ${told(error)}`)
  } else if (!request?.saidAway) {
    if (request) {
      request.saidAway = true
    }
    console.error(`${number}${what}: the backend is away (${reasonOf(error)})`)
  }
}

/** For `.catch()`: notes the failure and goes on with `instead`. */
export function noted<T>(what: string, instead: T): (error: unknown) => T {
  return (error) => {
    noteFailure(what, error)
    return instead
  }
}

/** Whether it failed because the backend cannot be asked just now: no connection, no time left, no room, or an answer of something in between. */
export function isAway(error: unknown): boolean {
  if (isAnswerOfBackend(error)) {
    return !error.code || UNREACHABLE.test(error.code)
  }
  if (!(error instanceof Error)) {
    return false
  }
  const { code, status } = error as { code?: unknown; status?: unknown }
  return (
    NO_ANSWER.has(error.name) ||
    (error instanceof TypeError && error.message === 'fetch failed') ||
    (typeof status === 'number' && status >= 500 && !code) ||
    isAway(error.cause)
  )
}

const NO_ANSWER = new Set(['AbortError', 'TimeoutError', 'AuthRetryableFetchError', 'StorageUnknownError', 'FunctionsFetchError'])
/** Beginnings of what PostgreSQL and PostgREST say of connections and room (SQLSTATE 08, 53, 57P; PGRST000 to 003). */
const UNREACHABLE = /^(08|53|57P|PGRST00)/
/** SQLSTATE 22: the message repeats the value that did not fit. */
const REPEATS_WHAT_WAS_TYPED = /^22/

/** What supabase-js says of a query: thrown an Error, returned as `error` a plain object. Without a code it is not PostgREST that answered. */
function isAnswerOfBackend(error: unknown): error is { message: string; code?: string } {
  const isPlain = typeof error === 'object' && error !== null && Object.getPrototypeOf(error) === Object.prototype
  return error instanceof PostgrestError || (isPlain && 'message' in error && typeof error.message === 'string')
}

/** An error and what caused it, with where it happened. */
function told(error: unknown): string {
  const { stack = '', cause } = error instanceof Error ? error : {}
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return [reasonOf(error), ...frames, ...(cause === undefined ? [] : [`  because of ${told(cause)}`])].join('\n')
}

function reasonOf(error: unknown): string {
  const isAnswer = isAnswerOfBackend(error)
  if (!isAnswer && !(error instanceof Error)) {
    return String(error)
  }
  const name = isAnswer ? 'PostgrestError' : error.name
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const named = code ? `${name} ${code}` : name
  return REPEATS_WHAT_WAS_TYPED.test(code) ? named : `${named}: ${error.message}`
}
