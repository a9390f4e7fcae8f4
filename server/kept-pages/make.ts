import type { IncomingMessage } from 'node:http'
import type { RouterContextProvider } from 'react-router'
import type * as Entry from '../../app/entry.server.tsx'
import type { Limited } from '../../app/platform/limits/limits.server.ts'
import type { Reads } from '../../app/platform/cache/reads.server.ts'
import type { Missed } from '../../app/platform/process/backend.server.ts'
import type { Encoding } from '../http/encoding.ts'
import { keyOf } from './address.ts'
import type { KeptPages } from './kept-pages.ts'
import { etagOf, isKnown, packed } from './pack.ts'
import { encodingFor } from './serve.ts'

/** The data of a page that reads nothing from the cache is the build's; it is made anew as often as the others. */
const FRESH_MS = 5 * 60 * 1000

/** Where made pages are kept, and the headers that every answer carries. */
export type Keeping = { pages: KeptPages; always: readonly (readonly [string, string])[] }

/**
 * Makes an answer and keeps it when it says itself that it is the same for every visitor, and when every part of it is there. Such an
 * answer gets an ETag, or is 304 when the browser has it.
 */
export async function madeAndKept(
  { pages, always }: Keeping,
  entry: typeof Entry,
  incoming: IncomingMessage,
  context: RouterContextProvider,
  make: () => Promise<Response>,
): Promise<Response> {
  // React Router gives no body to HEAD.
  const key = incoming.method === 'GET' ? keyOf(incoming, entry.lookOf) : null
  if (key === null) {
    return make()
  }
  const before = pages.changes
  const counted = countedIn(entry, context)
  const { result: answer, reads } = await entry.withReads(make)
  if (answer.headers.get('cache-control') !== entry.SAME_FOR_VISITORS) {
    return answer
  }
  const body = new Uint8Array(await answer.arrayBuffer())
  const etag = etagOf(body)
  const headers = new Headers(answer.headers)
  headers.set('etag', etag)
  headers.append('vary', 'accept-encoding')
  const packs: Partial<Record<Encoding, Promise<Buffer>>> = {}
  const pack = (encoding: Encoding) => (packs[encoding] ??= packed(body, encoding))
  if (reads.whole && counted.turns.every((what) => what === 'search')) {
    void keep({ pages, always }, key, before, { pack, etag, headers: new Headers(headers), reads, ...counted })
  }
  if (isKnown(incoming.headers['if-none-match'], etag)) {
    return new Response(null, { status: 304, headers })
  }
  const encoding = encodingFor(incoming)
  if (!encoding) {
    return new Response(body, { headers })
  }
  headers.set('content-encoding', encoding)
  return new Response(new Uint8Array(await pack(encoding)), { headers })
}

type Made = {
  pack(encoding: Encoding): Promise<Buffer>
  etag: string
  headers: Headers
  reads: Reads
  turns: Limited[]
  missed: Missed[]
}

/** Keeps a made page, in the background. A failure costs the next visitor some milliseconds and is logged. */
async function keep(
  { pages, always }: Keeping,
  key: string,
  before: number,
  { pack, etag, headers, reads, turns, missed }: Made,
): Promise<void> {
  always.forEach(([name, value]) => headers.set(name, value))
  try {
    const [br, gzip] = await Promise.all([pack('br'), pack('gzip')])
    const page = {
      etag,
      headers: [...headers].flat(),
      br,
      gzip,
      keys: reads.keys,
      freshUntil: Math.min(reads.freshUntil, Date.now() + FRESH_MS),
      isSearch: turns.length > 0,
      missed,
    }
    pages.keep(key, page, before)
  } catch (error) {
    console.error('A page could not be compressed to be kept:', error)
  }
}

/** Watches what this visit is counted by. */
function countedIn(entry: typeof Entry, context: RouterContextProvider): { turns: Limited[]; missed: Missed[] } {
  const counted: { turns: Limited[]; missed: Missed[] } = { turns: [], missed: [] }
  const [visit, site] = [context.get(entry.visitContext), context.get(entry.siteContext)]
  context.set(entry.visitContext, {
    ...visit,
    take: (what, who) => {
      counted.turns.push(what)
      return visit.take(what, who)
    },
  })
  context.set(entry.siteContext, {
    ...site,
    missedSearches: {
      ...site.missedSearches,
      note: (missed, address) => {
        counted.missed.push(missed)
        site.missedSearches.note(missed, address)
      },
    },
  })
  return counted
}
