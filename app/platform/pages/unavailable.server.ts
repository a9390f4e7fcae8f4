import { createContext, data, type RouterContextProvider } from 'react-router'
import { orLog, logFailure, isStatementTimeout } from '#app/platform/log/failures.server.ts'

/** Seconds after which an unavailable page should be requested again. */
export const RETRY_AFTER_SECONDS = 15

type Context = Readonly<RouterContextProvider>
const isFormHandled = createContext(false)

/**
 * Records that an action responds at its form. The page must then be shown even if other data cannot be read, because
 * it has the submitted text and the reason (see `orUnread`).
 */
export function markFormResponse(context: Context): void {
  context.set(isFormHandled, true)
}

/** Works like `orUnavailable`, but returns `unread` when an action of this request responds at its form. */
export async function orUnread<T, U>(context: Context, reading: Promise<T>, unread: U): Promise<T | U> {
  return context.get(isFormHandled)
    ? reading.catch(orLog('Could not read the data around a form', unread))
    : orUnavailable(context, reading)
}

/**
 * Awaits a read that decides whether a page exists. If the backend is unavailable, the page is neither found nor
 * missing, but unavailable (503).
 * @throws a response for the error boundary when `reading` fails; the cause is logged.
 */
export async function orUnavailable<T>(context: Context, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    logFailure('Could not read a page', error)
    throw unavailable(
      isStatementTimeout(error) ? 'That took too long, so it was stopped. Try it with fewer words, or again in a minute.' : null,
    )
  }
}

/** Returns a 503 to throw when the backend is unavailable. `response` is a sentence that replaces the page's own. */
export function unavailable(response: string | null = null) {
  return data(response, {
    status: 503,
    statusText: 'Service Unavailable',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}
