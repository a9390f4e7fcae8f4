import { createContext, data, type RouterContextProvider } from 'react-router'
import { noted, noteFailure } from '../process/failures.server.ts'

/** Seconds after which a page that the backend was needed for is worth asking for again. */
export const RETRY_AFTER_SECONDS = 15

type Context = Readonly<RouterContextProvider>
const formIsAnswered = createContext(false)

/**
 * An action says so before it answers at its form: the page has to come then, since what was typed is in it, and why it was not taken,
 * whatever else can be read (see `orUnread`).
 */
export function answersAtItsForm(context: Context): void {
  context.set(formIsAnswered, true)
}

/** As `orUnavailable`; but where an action of this request answers at its form, `unread` stands for what cannot be read. */
export async function orUnread<T, U>(context: Context, reading: Promise<T>, unread: U): Promise<T | U> {
  return context.get(formIsAnswered)
    ? reading.catch(noted('What a form stands beside could not be read', unread))
    : orUnavailable(context, reading)
}

/**
 * For reads that decide whether a page exists: when the backend cannot be asked, the page is neither found nor missing but unavailable for
 * now (503), and the address stays good.
 * @throws an answer for the error boundary when `reading` fails; the cause is logged.
 */
export async function orUnavailable<T>(context: Context, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    noteFailure('A page could not be read', error)
    throw unavailable()
  }
}

/** To be thrown: the page is there, but the backend cannot be asked for it just now. */
export function unavailable() {
  return data(null, {
    status: 503,
    statusText: 'Service Unavailable',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}
