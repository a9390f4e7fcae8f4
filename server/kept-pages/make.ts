import type { IncomingMessage } from 'node:http'
import type { RouterContextProvider } from 'react-router'
import type * as Entry from '../../app/entry.server.tsx'
import type { Limited } from '../../app/platform/limits/limits.server.ts'
import type { Reads } from '../../app/platform/cache/reads.server.ts'
import type { Missed } from '../../app/platform/process/backend.server.ts'
import { keyOf } from './address.ts'
import type { KeptPage, KeptPages } from './kept-pages.ts'
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
  // A program that takes no encoding gets a page of its own, each time.
  const encoding = encodingFor(incoming)
  if (!encoding) {
    return isKnown(incoming.headers['if-none-match'], etag) ? notModified(headers) : new Response(body, { headers })
  }
  // A page that was made again and did not change is compressed already.
  const same = pages.same(key, etag)
  const packedBody = same?.bodies[encoding] ?? (await packed(body, encoding))
  if (reads.whole && counted.turns.every((what) => what === 'search')) {
    const bodies = { ...same?.bodies, [encoding]: packedBody }
    const isSmallest = same?.isSmallest ?? false
    pages.keep(key, keptPage({ etag, headers: new Headers(headers), bodies, isSmallest, reads, ...counted }, always), before)
  }
  if (isKnown(incoming.headers['if-none-match'], etag)) {
    return notModified(headers)
  }
  headers.set('content-encoding', encoding)
  return new Response(new Uint8Array(packedBody), { headers })
}

const notModified = (headers: Headers) => new Response(null, { status: 304, headers })

type Made = Pick<KeptPage, 'etag' | 'bodies' | 'isSmallest' | 'missed'> & { headers: Headers; reads: Reads; turns: Limited[] }

function keptPage({ headers, reads, turns, ...made }: Made, always: Keeping['always']): KeptPage {
  always.forEach(([name, value]) => headers.set(name, value))
  return {
    ...made,
    headers: [...headers].flat(),
    keys: reads.keys,
    freshUntil: Math.min(reads.freshUntil, Date.now() + FRESH_MS),
    isSearch: turns.length > 0,
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
