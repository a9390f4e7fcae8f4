import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MissedSearches } from '../../app/platform/process/backend.server.ts'
import { type Counting, noteView } from '../http/views-and-clicks.ts'
import { visitorAddress } from '../limits/visitor-address.ts'
import { keyOf } from './address.ts'
import type { KeptPage, KeptPages } from './kept-pages.ts'
import { encodingFor, sendKept } from './serve.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Kept pages and what a visit to one of them is counted by. */
export type Front = {
  pages: KeptPages
  /** Names the look that the cookies ask for; null when the page may be a person's own. */
  lookOf(cookies: string | undefined): string | null
  counting: Counting
  missedSearches: MissedSearches
}

/** Answers with a kept page where there is one, before any other code sees the request; all else is `answer`'s. */
export function inFront({ pages, lookOf, counting, missedSearches }: Front, answer: Listener): Listener {
  /** A search counts for the limits and for the list of missed searches, kept or not. */
  async function search(page: KeptPage, request: IncomingMessage): Promise<boolean> {
    const address = addressOf(request, headersOf(request))
    const { wait } = await counting.limiter.take('search', address, {})
    if (wait > 0) {
      return false
    }
    for (const missed of page.missed) {
      missedSearches.note(missed, address)
    }
    return true
  }

  const addressOf = ({ socket }: IncomingMessage, headers: Pick<Headers, 'get'>) =>
    visitorAddress(socket.remoteAddress, headers, counting.isProxy)

  /** What a visit to any page is counted by. */
  function visit(request: IncomingMessage): void {
    const { url = '' } = request
    missedSearches.opened(url, () => addressOf(request, headersOf(request)))
    const [path = ''] = url.split('?', 1)
    if (request.method === 'GET' && path.startsWith('/material')) {
      const headers = headersOf(request)
      noteView(counting, { path, headers, address: addressOf(request, headers) })
    }
  }

  return (request, response) => {
    const encoding = encodingFor(request)
    const key = encoding && keyOf(request, lookOf)
    const page = key ? pages.find(key, encoding) : null
    if (!page || !encoding) {
      return answer(request, response)
    }
    visit(request)
    if (!page.isSearch) {
      return sendKept(page, encoding, request, response)
    }
    return search(page, request).then(
      (mayHaveIt) => (mayHaveIt ? sendKept(page, encoding, request, response) : answer(request, response)),
      (error: unknown) => {
        console.error('A kept search could not be counted, and is made anew:', error)
        return answer(request, response)
      },
    )
  }
}

/** The headers of a request as code for pages reads them. */
function headersOf({ headers }: IncomingMessage): Pick<Headers, 'get'> {
  return {
    get(name) {
      const value = headers[name]
      return value === undefined ? null : String(value)
    },
  }
}
