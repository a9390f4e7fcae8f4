import { data, type RouterContextProvider } from 'react-router'
import { referenceContext } from './backend.server.ts'

const RETRY_AFTER_SECONDS = 15

/**
 * For reads that decide whether a page exists: when the backend cannot be asked, the page is neither found nor missing but unavailable for
 * now (503), and the address stays good.
 * @throws an answer for the error boundary when `reading` fails; the cause is logged.
 */
export async function orUnavailable<T>(context: Readonly<RouterContextProvider>, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    console.error(
      `${context.get(referenceContext)}: the backend could not be read: ${error instanceof Error ? error.message : String(error)}`,
    )
    throw data(null, {
      status: 503,
      statusText: 'Service Unavailable',
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    })
  }
}
