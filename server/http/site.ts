import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import { createRequestHandler, type RequestHandler, RouterContextProvider } from 'react-router'
import type * as Entry from '#app/entry.server.tsx'
import type { Site } from '#app/services/site.server.ts'
import type { Limiter } from '../limits/limiter.ts'
import { type IsProxy, visitorAddress } from '../limits/visitor-address.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { onBehalfOf } from '../backend/visitor-backend.ts'
import { type ConnectionCounter, renderScheduler } from './render-scheduler.ts'
import type { LoadBuild, SiteBuild } from '../site-build.ts'
import { methodNotAllowed, getMethods } from './methods.ts'
import { matchRoute } from './routes.ts'
import { newReference } from '../reference.ts'

/** Everything the process passes to the site with each request. */
export type AppServices = { backend: SiteBackend; site: Site; limiter: Limiter; isProxy: IsProxy }

/** Returns the visitor's IP address. */
export function getAddress(c: Context, isProxy: IsProxy): string {
  const { incoming } = c.env as HttpBindings
  return visitorAddress(incoming.socket.remoteAddress, c.req.raw.headers, isProxy)
}

/** Loads the site's entry module and creates the load context for a request. */
export function createContext(
  build: SiteBuild,
  { backend, site, limiter, isProxy }: AppServices,
  c: Context,
): { entry: typeof Entry; context: RouterContextProvider } {
  const entry = build.entry.module
  const address = getAddress(c, isProxy)
  const context = new RouterContextProvider()
  context.set(entry.backendContext, onBehalfOf(backend, address))
  context.set(entry.siteContext, site)
  context.set(entry.visitContext, {
    address,
    consume(what, who) {
      c.set('isRateLimited', true)
      return limiter.consume(what, address, who)
    },
  })
  context.set(entry.nonceContext, randomBytes(16).toString('base64'))
  context.set(entry.referenceContext, newReference())
  return { entry, context }
}

/** The methods that pages support. React Router would also run actions for PUT and DELETE, and loaders for OPTIONS. */
const SERVED = new Set(['GET', 'HEAD', 'POST'])

/** The address of a picture, style, script or font. */
const FILE = /\.(?:ico|png|jpe?g|gif|webp|avif|svg|css|m?js|map|woff2?)$/i

/**
 * Responds with a page of the site. Files that do not exist are answered in a few bytes instead of with the page for
 * people. Behind a proxy (`siteUrl` set) the request is treated as sent to SITE_URL.
 * Otherwise every form would seem to come from another origin.
 */
export function siteHandler(
  loadBuild: LoadBuild,
  input: AppServices & {
    siteUrl: string | null
    development: boolean
    /** The connections of the server that sends the pages. */
    connections: ConnectionCounter
    /** Called after the response to a form, because the form may have queued an email. */
    afterForm: (path: string) => void
  },
): Handler {
  const mode = input.development ? 'development' : 'production'
  // A handler compiles all routes on its first request, so it is created once per build. Development loads a new
  // build after each change.
  const handlers = new WeakMap<SiteBuild, RequestHandler>()
  const getHandler = (build: SiteBuild) => {
    const handler = handlers.get(build) ?? createRequestHandler(build, mode)
    handlers.set(build, handler)
    return handler
  }
  const renderTurn = renderScheduler(input.connections)
  return async (c) => {
    const build = await loadBuild()
    const { method } = c.req
    if (!SERVED.has(method)) {
      return methodNotAllowed(c, getMethods(build, c.req.path))
    }
    if (method !== 'POST' && FILE.test(c.req.path) && matchRoute(build, c.req.path)?.path === '*') {
      return c.text('Not found', 404)
    }
    await renderTurn()
    const { entry, context } = createContext(build, input, c)
    let request = c.req.raw
    if (input.siteUrl) {
      const { pathname, search } = new URL(request.url)
      request = new Request(`${input.siteUrl}${pathname}${search}`, request)
    }
    const response = await getHandler(build)(request, context)
    c.set('userId', context.get(entry.userContext)?.userId ?? null)
    if (method === 'POST') {
      input.afterForm(c.req.path)
    }
    if (response.status === 405) {
      // A page without an action.
      response.headers.set('allow', 'GET, HEAD')
    }
    return response
  }
}
