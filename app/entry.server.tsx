import { errorStack, log } from '#app/platform/log/log.server.ts'
import type { ReactNode } from 'react'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { renderMail } from './emails/templates.ts'
import { variantKey } from './features/shell/preferences.server.ts'
import { publicCache } from './platform/cache/cache.server.ts'
import { SAME_FOR_VISITORS } from './platform/session/cache-control.server.ts'
import { backendContext } from '#app/services/backend.server.ts'
import { nonceContext, referenceContext } from '#app/services/response.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { formAnswerContext, redirectToAnswer } from './platform/forms/form-answer.server.ts'
import { contentSecurityPolicy } from './platform/pages/content-security-policy.server.ts'
import {
  getFrameHandles,
  hasFrames,
  isConsole,
  isFramed,
  isHydrated,
  isSameForVisitors,
  leadsToPayment,
} from './platform/pages/handle.ts'
import { isIncomplete } from '#app/platform/log/failures.server.ts'
import { loggedPath } from '#app/platform/log/logged-path.ts'
import { SellingContext } from '#app/services/orders.ts'
import { ReferenceContext } from '#app/platform/log/reference.ts'
import { getScripts } from './features/shell/scripts.ts'
import { siteScript } from './features/shell/site-script.server.ts'
import { getInlineStyles } from './features/shell/styles.ts'
import { hasAccount } from './features/shell/account-menu.tsx'
import { consumeRateLimit, visitContext } from './platform/limits/limits.server.ts'
import { userContext, withSession, unknownSessionContext } from './platform/session/session.server.ts'
import { isStreamed } from './platform/pages/deferred.ts'
import { streamedStyles } from './platform/pages/streamed-page.ts'
import { LoadFailure } from './ui/load-failure.tsx'

// The process sets these keys in the load context, checks the session and counts attempts. It imports all of this from
// the build, because a second copy of a module would have other keys and renew the same session twice.
export {
  backendContext,
  nonceContext,
  userContext,
  publicCache,
  withSession,
  referenceContext,
  SAME_FOR_VISITORS,
  siteContext,
  consumeRateLimit,
  unknownSessionContext,
  variantKey,
  visitContext,
}
// Exported for the outbox, which renders its emails with it.
export { renderMail }

/** Milliseconds after which an unfinished page is aborted. */
export const streamTimeout = 10_000

export default async function handleRequest(
  request: Request,
  responseStatus: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { matches, loaderData, errors } = routerContext.staticHandlerContext
  // A missing page belongs to no route, as in the root's Layout.
  const isUnknownPath = isRouteErrorResponse(errors?.root) && errors.root.status === 404
  const handles = getFrameHandles(
    matches.map(({ route }) => routerContext.routeModules[route.id]?.handle),
    isUnknownPath,
    Boolean(errors),
  )
  // Hydrated pages read the response of their action from data that React Router has encoded before.
  const isPlainForm = !errors && !isHydrated(handles)
  const redirected = isPlainForm ? redirectToAnswer(request, context, routerContext.staticHandlerContext, headers) : null
  if (redirected) {
    return redirected
  }
  const answer = isPlainForm ? context.get(formAnswerContext) : null
  const status = answer?.status ?? responseStatus
  if (answer) {
    routerContext.staticHandlerContext.actionData = answer.actionData
  }
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
      scripts: getScripts(handles),
      scriptFile: isConsole(handles) ? null : (siteScript?.integrity ?? null),
      styles: [getInlineStyles(handles, hasAccount(loaderData.root)), ...(streamed ? streamedStyles : [])],
      publicFilesOrigin: fileOrigin(publicFiles, site),
      // Browsers check this also against the address to which the response redirects. The simulator's is the site's own,
      // but the page may be open at 127.0.0.1 instead of localhost.
      formOrigins: leadsToPayment(handles) ? (orders?.checkoutOrigins ?? []) : [],
      hasFrames: hasFrames(handles),
      isFramed: isFramed(handles),
      development: import.meta.env.DEV,
    }),
  )
  if (isFramed(handles)) {
    headers.set('x-frame-options', 'SAMEORIGIN')
  }
  if (status >= 500) {
    headers.set('x-reference', reference)
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (
    isRead &&
    status === 200 &&
    answer === null &&
    nonce === null &&
    isSameForVisitors(handles) &&
    !isIncomplete() &&
    !headers.has('cache-control')
  ) {
    headers.set('cache-control', SAME_FOR_VISITORS)
    headers.append('vary', 'cookie')
  }
  const page = (
    <ReferenceContext value={reference}>
      <SellingContext value={orders?.domain ?? null}>
        <ServerRouter context={routerContext} url={request.url} {...(nonce === null ? {} : { nonce })} />
      </SellingContext>
    </ReferenceContext>
  )
  const body =
    nonce === null
      ? // React will not hydrate the page, so it needs neither a stream nor React's markers. React adds the doctype only to streams.
        `<!DOCTYPE html>${renderToStaticMarkup(page)}`
      : await renderWithScripts(page, { nonce, streamed, reference }, (error) => report(error, request, reference))
  return new Response(body, { headers, status })
}

/**
 * Renders a page with scripts: complete, which compresses better than several chunks, or `streamed` while its data
 * arrive.
 */
async function renderWithScripts(
  page: ReactNode,
  { nonce, streamed, reference }: { nonce: string; streamed: boolean; reference: string },
  failed: (error: unknown) => void,
): Promise<ReadableStream | ArrayBuffer> {
  let hasFailed = false
  const stream = await renderToReadableStream(page, {
    nonce,
    signal: AbortSignal.timeout(streamTimeout + 1000),
    onError(error: unknown) {
      hasFailed = true
      failed(error)
    },
  })
  if (!streamed) {
    await stream.allReady
    return new Response(stream).arrayBuffer()
  }
  const message = () => new TextEncoder().encode(renderToStaticMarkup(<LoadFailure reference={reference} />))
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({ flush: (end) => (hasFailed ? end.enqueue(message()) : undefined) }),
  )
}

/** Returns the origin of public files, or null if it is the site's own, which `'self'` covers. */
function fileOrigin(address: string, site: string): string | null {
  const origin = URL.canParse(address) ? new URL(address).origin : null
  return origin === new URL(site).origin ? null : origin
}

/** Logs failures of the server, but not responses thrown on purpose (404) or aborted requests. */
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
  const { method } = request
  log.error(
    { event: 'request.failed', reference, method, path: pathname, error: errorStack(error) },
    `${method} ${pathname} failed`,
  )
}
