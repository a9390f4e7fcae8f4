/*
 * Counts views of material pages and of topics, and clicks to buy (docs/decisions/0022). A view is counted outside the page cache, so cached pages count
 * too. The visitor is checked and not recorded.
 */
import type { Context, Handler, MiddlewareHandler } from 'hono'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { MissedSearches } from '#app/services/missed-searches.ts'
import { readSource } from '#app/services/read-source.ts'
import type { ViewsAndClicks } from '../analytics/views-and-clicks.ts'
import type { LoadBuild } from '../site-build.ts'
import { methodNotAllowed } from './methods.ts'
import { getAddress, createContext, type AppServices } from './site.ts'

/** Where browsers report a click (app/features/materials/purchase.tsx). */
export const CLICKS = '/clicks'
const MAX_CHARS = 1000
/** Statuses of a shown page: sent, or unchanged in the browser's cache. */
const SHOWN = new Set([200, 304])

export type Counting = Pick<AppServices, 'limiter' | 'isProxy'> & {
  counted: ViewsAndClicks
  missedSearches: MissedSearches
  /** Returns true if this account is an admin's. */
  isAdmin(userId: string): Promise<boolean>
}

/** Variables in which the site reports the user to the layers around it. Null or missing: a visitor. */
export type Asked = { Variables: { userId?: string | null } }

/** Returns the slug or id of the material at a page's path; null for other pages. */
export function getMaterial(path: string): string | null {
  const [, key = ''] = /^\/material(?:-preview)?\/([\w-]{1,200})\/?$/.exec(path) ?? []
  return key === '' ? null : key.toLowerCase()
}

/** Returns the material whose purchase page is at this path; null for other pages. */
export function getSoldMaterial(path: string): string | null {
  return /^\/buy\/([\w-]{1,200})\/?$/.exec(path)?.[1]?.toLowerCase() ?? null
}

/** The longest topic of the directory (topics_directory.topic), in characters. */
const MAX_TOPIC = 400

/**
 * Returns the key under which the topic of an address is counted: its own page in the directory, or its outline. The
 * database ignores a search that is no topic. Null for other pages.
 */
export function getTopicKey(url: URL): string | null {
  const parameter = { '/topics-directory': 'search', '/find-a-topic/outline': 'topic' }[url.pathname]
  const topic = parameter && url.searchParams.get(parameter)?.trim().toLowerCase()
  return topic && topic.length <= MAX_TOPIC ? `topic:${topic}` : null
}

/** Results by user agent: isbot takes longer than sending a cached page. */
const programs = new LRUCache<string, boolean>({ max: 1000 })

function isProgram(agent: string): boolean {
  const known = programs.get(agent)
  if (known !== undefined) {
    return known
  }
  const is = isbot(agent)
  if (agent.length <= 500) {
    programs.set(agent, is)
  }
  return is
}

/** Returns true if a user caused the request: not a program, and not a browser's prefetch. */
function isFromUser(headers: Pick<Headers, 'get'>): boolean {
  const agent = headers.get('user-agent')
  const ahead = ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|preview/i.test(headers.get(name) ?? ''))
  return agent !== null && agent !== '' && !ahead && !isProgram(agent)
}

/** Returns true if a user is about to see the page: not a script that keeps it for later. */
export function isRead(headers: Pick<Headers, 'get'>): boolean {
  return isFromUser(headers) && (headers.get('sec-fetch-mode') ?? 'navigate') === 'navigate'
}

/**
 * Counts the view of a material's or a topic's page, or the click that led to a purchase page, unless by a program or an
 * admin.
 */
async function countView(counting: Counting, c: Context<Asked>, url: URL): Promise<void> {
  const bought = getSoldMaterial(c.req.path)
  const key = bought ?? getMaterial(c.req.path) ?? getTopicKey(url)
  if (key === null || !isRead(c.req.raw.headers)) {
    return
  }
  const { wait } = await counting.limiter.consume('views-and-clicks', getAddress(c, counting.isProxy), {})
  const userId = c.get('userId')
  if (wait === 0 && !(userId && (await counting.isAdmin(userId)))) {
    counting.counted.count(bought === null ? 'views' : 'clicks', key, readSource(url, c.req.header('referer')))
  }
}

/** Counts the visits that end in a page, even a cached one, and reports opened pages to the missed searches. */
export function countViews(counting: Counting): MiddlewareHandler<Asked> {
  return async (c, next) => {
    const url = new URL(c.req.url)
    counting.missedSearches.opened(url.pathname + url.search, () => getAddress(c, counting.isProxy))
    await next()
    if (c.req.method === 'GET' && SHOWN.has(c.res.status)) {
      // The response does not wait for the count.
      void countView(counting, c, url)
    }
  }
}

/**
 * Returns the purchase link that a browser reports as followed (HTML hyperlink auditing); null when there is none.
 */
export function getLink(headers: Headers): string | null {
  const to = headers.get('ping-to') ?? ''
  return to.length <= MAX_CHARS && /^https:\/\/\S+$/.test(to) && URL.canParse(to) ? to : null
}

/** Handles POST /clicks: a browser followed the purchase link in Ping-To. The address has no page. */
export function receiveClicks(loadBuild: LoadBuild, input: AppServices, counting: Counting, notHere: Handler): Handler {
  return async (c, next) => {
    if (c.req.method !== 'POST') {
      return c.req.method === 'GET' || c.req.method === 'HEAD' ? notHere(c, next) : methodNotAllowed(c, ['POST'])
    }
    const { entry, context } = createContext(await loadBuild(), input, c)
    return entry.withSession(c.req.raw, context, async () => {
      const { rejection, wait } = await entry.consumeRateLimit(context, 'views-and-clicks')
      if (rejection) {
        return new Response(rejection, { status: 429, headers: { 'retry-after': String(wait) } })
      }
      const key = getLink(c.req.raw.headers)
      if (key === null) {
        return new Response('The link that was followed is missing', { status: 400 })
      }
      const userId = context.get(entry.userContext)?.userId
      if (isFromUser(c.req.raw.headers) && !(userId && (await counting.isAdmin(userId)))) {
        // The page with the link is named in Ping-From.
        const here = new URL(c.req.url)
        counting.counted.count('clicks', key, readSource(here, c.req.header('ping-from') ?? here.origin))
      }
      return new Response(null, { status: 204 })
    })
  }
}
