import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Limiter } from '../limits/limiter.ts'
import { type IsProxy, visitorAddress } from '../limits/visitor-address.ts'
import type { Missed } from '../work/missed-searches.ts'
import { keyOf } from './address.ts'
import type { KeptPage, KeptPages } from './kept-pages.ts'
import { encodingFor, sendKept } from './serve.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Kept pages and what a visit to one of them is counted by. */
export type Front = {
  pages: KeptPages
  /** Names the look that the cookies ask for; null when the page may be a person's own. */
  lookOf(cookies: string | undefined): string | null
  limiter: Limiter
  isProxy: IsProxy
  missedSearch(missed: Missed, address: string): void
}

/** Answers with a kept page where there is one, before any other code sees the request; all else is `answer`'s. */
export function inFront({ pages, lookOf, limiter, isProxy, missedSearch }: Front, answer: Listener): Listener {
  const addressOf = ({ socket, headers }: IncomingMessage) => visitorAddress(socket.remoteAddress, forwardedIn(headers), isProxy)

  /** A search counts for the limits and for the list of missed searches, kept or not. */
  async function search(page: KeptPage, request: IncomingMessage): Promise<boolean> {
    const address = addressOf(request)
    const { wait } = await limiter.take('search', address, {})
    if (wait > 0) {
      return false
    }
    for (const missed of page.missed) {
      missedSearch(missed, address)
    }
    return true
  }

  return (request, response) => {
    const encoding = encodingFor(request)
    const key = encoding && keyOf(request, lookOf)
    const page = key ? pages.find(key) : null
    if (!page || !encoding) {
      return answer(request, response)
    }
    if (!page.isSearch) {
      return sendKept(page, encoding, request, response)
    }
    return search(page, request).then((mayHaveIt) =>
      mayHaveIt ? sendKept(page, encoding, request, response) : answer(request, response),
    )
  }
}

function forwardedIn(headers: IncomingMessage['headers']): Headers {
  const forwarded = new Headers()
  for (const name of ['x-forwarded-for', 'forwarded']) {
    const value = headers[name]
    if (value !== undefined) {
      forwarded.set(name, String(value))
    }
  }
  return forwarded
}
