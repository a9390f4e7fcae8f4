import { errorStack, log } from '#app/platform/log/log.server.ts'
import path from 'node:path'
import { type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono'
import type { EmbeddedBackend } from '../backend/start.ts'
import { type Environment, isTestMode } from '../environment.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import { sizeLimits } from './body-limit.ts'
import { compression } from './compression.ts'
import { devDemo } from './dev-demo.ts'
import { devMail } from './dev-mail.ts'
import { health } from './health.ts'
import { icons } from './icons.ts'
import { plainPage } from '../responses/plain-page.ts'
import { publicFiles } from './public-files.ts'
import { loggedPath } from '#app/platform/log/logged-path.ts'
import { newReference } from '../reference.ts'
import { repairLinks } from './repaired-links.ts'
import { sameOriginOnly } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import type { PageCacheVariables } from '../page-cache/middleware.ts'
import { openCheckoutLinks } from './checkout-links.ts'
import { type Asked, CLICKS, type Counting, countViews } from './views-and-clicks.ts'

type Env = { Bindings: HttpBindings; Variables: Asked['Variables'] & PageCacheVariables['Variables'] }

const clientBuild = path.resolve(import.meta.dirname, '../../build/client')

type Bindings = { Bindings: HttpBindings }
/** Creates pages for addresses below /dev/paystack. `notHere` handles unknown ones. */
export type SimulatorPages = (notHere: (c: Context<Bindings>) => Response | Promise<Response>) => Hono<Bindings>

/**
 * Creates all routes of the process, in the order they are tried. Everything else is a page of the site, or not
 * found.
 */
export function createApp(parts: {
  env: Environment
  backend: SiteBackend
  embedded: EmbeddedBackend | null
  jobs: Jobs
  page: Handler
  /** Null in development, where pages change with their code. */
  pageCache: MiddlewareHandler<PageCacheVariables> | null
  /** Receives files in chunks; passes other requests on to `page`. */
  receive: Handler
  /** Receives notices of sales, which programs send. */
  sales: Handler
  /** Receives notices of Paystack. */
  paystack: Handler
  /** Serves the files of orders. */
  orderFile: Handler
  /** The pages of Paystack's simulator in demo mode. */
  simulatorPages: SimulatorPages | null
  /** Receives clicks to buy. */
  clicks: Handler
  counting: Counting
}): Hono<Env> {
  const { env, backend, embedded, jobs, page, pageCache, receive, sales, paystack, orderFile, simulatorPages, clicks, counting } =
    parts
  const app = new Hono<Env>()
  app.onError((error, c) => {
    // The visitor disconnected while sending a form. That is not our failure, and no client reads the response.
    if (c.env.incoming.readableAborted) {
      return c.body(null, 400)
    }
    const reference = newReference()
    const { method } = c.req
    const logged = loggedPath(c.req.path)
    log.error(
      { event: 'request.failed', reference, method, path: logged, error: errorStack(error) },
      `${method} ${logged} failed`,
    )
    return plainPage(c, 500, {
      title: 'Something went wrong on our side',
      text: 'Nothing that you sent was saved in part. Try again in a minute. If it happens again, write to us with this number.',
      reference,
    })
  })
  app.use(openCheckoutLinks(counting, env.secure))
  app.use(countViews(counting))
  if (pageCache) {
    app.use(pageCache)
  }
  app.use(securityHeaders({ secure: env.secure }))
  app.use(sizeLimits())
  app.use(repairLinks())
  // This route precedes the check of the origin, because no browser calls it.
  app.all('/hooks/sales', sales)
  app.all('/hooks/paystack', paystack)
  app.use(sameOriginOnly(env.siteUrlIsSet ? env.siteUrl : null))
  app.use(compression())

  app.get(
    '/healthz',
    health(backend, jobs, () => embedded?.database.disk?.check().isFull ?? false),
  )
  app.use(
    '/assets/*',
    serveStatic({
      root: path.relative(process.cwd(), clientBuild),
      precompressed: true,
      onFound: (_file, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.route('/', icons())
  const notHere = (c: Parameters<Handler>[0]) => page(c, async () => {}) as Promise<Response>
  if (isTestMode(env)) {
    app.route('/dev/mail', devMail(env.dataDirectory, notHere))
    const signIn = (c: Context<Bindings>, address: string, form: URLSearchParams) => {
      const headers = new Headers(c.req.raw.headers)
      headers.delete('content-length')
      headers.set('content-type', 'application/x-www-form-urlencoded')
      const request = new Request(new URL(address, c.req.url), { method: 'POST', headers, body: form.toString() })
      return app.fetch(request, c.env)
    }
    app.route('/dev/demo', devDemo(env.dataDirectory, notHere, signIn))
  }
  if (simulatorPages) {
    app.route('/dev/paystack', simulatorPages(notHere))
  }
  if (embedded) {
    app.route('/', publicFiles(embedded, notHere))
  }
  app.all('/uploads/receive', receive)
  app.all('/uploads/receive/*', receive)
  app.all('/orders/:token/file', orderFile)
  app.all('/orders/:token/file/:position', orderFile)
  app.all(CLICKS, clicks)
  app.all('*', page)
  return app
}
