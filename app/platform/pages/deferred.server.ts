import { isbot } from 'isbot'
import { markIncomplete, logFailure } from '#app/platform/log/failures.server.ts'
import type { Deferred } from './deferred.ts'

/**
 * Milliseconds that a page waits for its data before it is sent without them
 * .
 */
const PATIENCE_MS = 150

/**
 * Returns a page's data, or after 150 ms a promise of it. The page is then sent at once with a skeleton, and the data
 * follow in the same response. Search engines, link previews, our own scripts and other programs always get the whole
 * page. Do not use it for data that decides the status.
 * @returns null instead of a value that could not be read.
 */
export async function defer<T>(request: Request, read: Promise<T>): Promise<Deferred<T | null>> {
  const reading = read.catch((error: unknown) => {
    logFailure('Could not read a part of a page', error)
    return null
  })
  const agent = request.headers.get('user-agent')
  if (!agent || isbot(agent) || (request.headers.get('sec-fetch-dest') ?? 'document') !== 'document') {
    return { now: await reading }
  }
  return new Promise((resolve) => {
    const patience = setTimeout(() => {
      markIncomplete()
      resolve({ later: reading })
    }, PATIENCE_MS)
    void reading.then((now) => resolve({ now })).finally(() => clearTimeout(patience))
  })
}

/** Returns optional data if it arrives within 150 ms (for programs, whenever it arrives), otherwise the default. */
export async function orDefault<T>(request: Request, reading: Promise<T>, value: T): Promise<T> {
  const outcome = await defer(request, reading)
  return ('now' in outcome ? outcome.now : null) ?? value
}
