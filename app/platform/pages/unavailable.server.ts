import { createContext, data, type RouterContextProvider } from 'react-router'
import { orLog, logFailure, tookTooLong } from '../process/failures.server.ts'

/** After how many seconds an unavailable page should be requested again. */
export const RETRY_AFTER_SECONDS = 15

type Context = Readonly<RouterContextProvider>
const formIsAnswered = createContext(false)

/**
 * An action calls this before it answers at its form. Then the page must be shown even when other data cannot be read, because it holds the
 * typed text and the reason (see `orUnread`).
 */
export function answersAtItsForm(context: Context): void {
  context.set(formIsAnswered, true)
}

/** Like `orUnavailable`, but returns `unread` when an action of this request answers at its form. */
export async function orUnread<T, U>(context: Context, reading: Promise<T>, unread: U): Promise<T | U> {
  return context.get(formIsAnswered)
    ? reading.catch(orLog('What a form stands beside could not be read', unread))
    : orUnavailable(context, reading)
}

/**
 * For reads that decide whether a page exists. When the backend cannot be asked, the page is neither found nor missing, but unavailable for
 * now (503).
 * @throws an answer for the error boundary when `reading` fails; the cause is logged.
 */
export async function orUnavailable<T>(context: Context, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    logFailure('A page could not be read', error)
    throw unavailable(
      tookTooLong(error) ? 'That took too long, so it was stopped. Try it with fewer words, or again in a minute.' : null,
    )
  }
}

/** Throw this: the page is unavailable because the backend cannot be asked just now. `said` is a sentence that says more than the page's own. */
export function unavailable(response: string | null = null) {
  return data(response, {
    status: 503,
    statusText: 'Service Unavailable',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}
