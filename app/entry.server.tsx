import { PassThrough, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createReadableStreamFromReadable } from '@react-router/node'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { renderMail } from './emails/templates.ts'
import { lookOf } from './features/shell/preferences.server.ts'
import { publicCache } from './platform/cache/cache.server.ts'
import { withReads } from './platform/cache/reads.server.ts'
import { SAME_FOR_VISITORS } from './platform/session/cache-control.server.ts'
import { backendContext, nonceContext, referenceContext, siteContext } from './platform/process/backend.server.ts'
import { contentSecurityPolicy } from './platform/pages/content-security-policy.server.ts'
import { isHydrated, isSameForVisitors, leadsToPayment } from './platform/pages/handle.ts'
import { loggedPath } from './platform/process/logged-path.ts'
import { SellingContext } from './platform/process/orders.ts'
import { ReferenceContext } from './platform/process/reference.ts'
import { scriptsOf } from './features/shell/scripts.ts'
import { inlineStylesOf } from './features/shell/styles.ts'
import { takeTurn, visitContext } from './platform/limits/limits.server.ts'
import { personContext, recognised, unknownSessionContext } from './platform/session/session.server.ts'
import { isStreamed } from './platform/pages/soon.ts'
import { headOfStreamed } from './platform/pages/streamed-page.ts'
import { DidNotArrive } from './ui/did-not-arrive.tsx'

// The process sets these keys in the load context, checks the session and counts tries. It imports all of this from the build, because a
// second copy of a module would have other keys and renew the same session twice.
export {
  backendContext,
  lookOf,
  nonceContext,
  personContext,
  publicCache,
  recognised,
  referenceContext,
  SAME_FOR_VISITORS,
  siteContext,
  takeTurn,
  unknownSessionContext,
  visitContext,
  withReads,
}
// The outbox renders its mails with it.
export { renderMail }

/** The bytes of a page. A letter takes three bytes at most; to count them first, or to leave it to TextEncoder, takes half as long again. */
function bytesOf(page: string): Uint8Array<ArrayBuffer> {
  const room = Buffer.allocUnsafe(3 * page.length)
  return room.subarray(0, room.write(page))
}

/** After how many milliseconds an unfinished page is given up. */
export const streamTimeout = 10_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { matches, loaderData, errors } = routerContext.staticHandlerContext
  // As in the root's Layout: a missing page belongs to no route.
  const isUnknownPath = isRouteErrorResponse(errors?.root) && errors.root.status === 404
  const handles = isUnknownPath ? [] : matches.map(({ route }) => routerContext.routeModules[route.id]?.handle)
  const streamed = isStreamed(Object.values(loaderData))
  // Shared inline scripts are allowed by their hash; a page with its own scripts allows them by a nonce.
  const nonce = isHydrated(handles) || streamed ? context.get(nonceContext) : null
  const reference = context.get(referenceContext)
  const publicFiles = context.get(backendContext).publicFilesUrl
  const { url: site, orders } = context.get(siteContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    contentSecurityPolicy({
      nonce,
      scripts: [...scriptsOf(handles), ...(streamed ? headOfStreamed.scripts : [])],
      styles: [inlineStylesOf(handles), ...(streamed ? headOfStreamed.styles : [])],
      publicFilesOrigin: originOfFiles(publicFiles, site),
      // The browser holds a form to this also where its answer leads to.
      formOrigins: leadsToPayment(handles) ? (orders?.checkoutOrigins ?? []).filter((origin) => origin !== site) : [],
      development: import.meta.env.DEV,
    }),
  )
  if (status >= 500) {
    headers.set('x-reference', reference)
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && status === 200 && nonce === null && isSameForVisitors(handles) && !headers.has('cache-control')) {
    headers.set('cache-control', SAME_FOR_VISITORS)
    headers.append('vary', 'cookie')
  }
  const page = (
    <ReferenceContext value={reference}>
      <SellingContext value={orders?.domain ?? null}>
        <ServerRouter
          // Nobody reads the data of the loaders again without the framework's script.
          context={nonce === null ? { ...routerContext, serverHandoffStream: undefined } : routerContext}
          url={request.url}
          {...(nonce === null ? {} : { nonce })}
        />
      </SellingContext>
    </ReferenceContext>
  )
  const body =
    nonce === null
      ? // In one call: a stream costs a fifth to a third more. Without the doctype, which React adds to streams alone.
        bytesOf(`<!DOCTYPE html>${renderToStaticMarkup(page)}`)
      : await rendered(page, { nonce, streamed, reference }, (error) => report(error, request, reference))
  return new Response(body, { headers, status })
}

/**
 * A page with scripts of its own, as React renders it: in one piece, which compresses better than several, or `streamed` while the rest of
 * its data arrives.
 */
function rendered(
  page: ReactNode,
  { nonce, streamed, reference }: { nonce: string; streamed: boolean; reference: string },
  failed: (error: unknown) => void,
): Promise<ReadableStream | Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    let failedLate = false
    const tooLate = setTimeout(() => abort(), streamTimeout + 1000).unref()
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onShellReady() {
        if (streamed) {
          const body = pipe(
            atItsEnd(() => (failedLate ? renderToStaticMarkup(<DidNotArrive reference={reference} />) : '')),
          ).pipe(new PassThrough())
          resolve(createReadableStreamFromReadable(body))
        }
      },
      onAllReady() {
        // It would hold the whole page in memory until its time has come.
        clearTimeout(tooLate)
        if (!streamed) {
          buffer(pipe(new PassThrough())).then((bytes) => resolve(new Uint8Array(bytes)), reject)
        }
      },
      onShellError: reject,
      onError(error: unknown) {
        failedLate = true
        failed(error)
      },
    })
  })
}

/** The origin of public files; null when they are the site's own, which `'self'` names. */
function originOfFiles(address: string, site: string): string | null {
  const origin = URL.canParse(address) ? new URL(address).origin : null
  return origin === new URL(site).origin ? null : origin
}

/** Passes a page through and adds a message at its end if a part failed. */
function atItsEnd(last: () => string): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      done(null, chunk)
    },
    flush(done) {
      done(null, last())
    },
  })
}

/** Logs failures of the server, but not answers thrown on purpose (404) or aborted requests. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) {
    report(error, request, context.get(referenceContext))
  }
}

function report(error: unknown, request: Request, reference: string): void {
  const pathname = loggedPath(new URL(request.url).pathname)
  console.error(
    `${reference}: ${request.method} ${pathname} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  )
}
