import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { backendContext, nonceContext, siteContext } from './platform/backend.server.ts'
import { contentSecurityPolicy } from './platform/content-security-policy.server.ts'
import { isHydrated } from './platform/handle.ts'
import { scriptsOf } from './platform/scripts.ts'
import { personContext, recognised } from './platform/session.server.ts'

// The process sets these keys in the load context, and asks who is there. It takes both from here, since a second copy of a module would make
// other keys, and renew the same session beside the first.
export { backendContext, nonceContext, personContext, recognised, siteContext }

/** Milliseconds until a page that does not get ready is given up. */
export const streamTimeout = 10_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { matches } = routerContext.staticHandlerContext
  const handles = matches.map(({ route }) => routerContext.routeModules[route.id]?.handle)
  const hydrated = isHydrated(handles)
  const nonce = hydrated ? context.get(nonceContext) : null
  const publicFiles = context.get(backendContext).publicFilesUrl
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    contentSecurityPolicy({
      nonce,
      scripts: scriptsOf(handles),
      publicFilesOrigin: URL.canParse(publicFiles) ? new URL(publicFiles).origin : null,
      development: import.meta.env.DEV,
    }),
  )
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />,
      {
        ...(nonce ? { nonce } : {}),
        onAllReady() {
          const body = new PassThrough()
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
        },
        onShellError: reject,
        onError: (error: unknown) => report(error, request),
      },
    )
    setTimeout(abort, streamTimeout + 1000).unref()
  })
}

/** Failures of ours on the server. Answers we throw on purpose (404) and requests that were given up are none. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) {
    report(error, request)
  }
}

function report(error: unknown, request: Request): void {
  const { pathname } = new URL(request.url)
  console.error(
    `${request.method} ${pathname} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  )
}
