import type { MiddlewareHandler } from 'hono'

/** The policy of everything but pages: it loads, runs and sends nothing. Pages have their own policy. */
const NOTHING = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Returns the headers of every response, in addition to its content security policy. */
export function always(options: { secure: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // `no-referrer` would make Chromium send `Origin: null` with our own forms.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(options.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/**
 * Sets the security headers on every response, also on errors and redirects. A response without a Cache-Control gets
 * `no-store`.
 */
export function securityHeaders(options: { secure: boolean }): MiddlewareHandler {
  const headers = Object.entries(always(options))
  return async (c, next) => {
    await next()
    if (!c.res.headers.has('content-security-policy')) {
      c.res.headers.set('content-security-policy', NOTHING)
    }
    if (!c.res.headers.has('cache-control')) {
      c.res.headers.set('cache-control', 'no-store')
    }
    for (const [name, value] of headers) {
      // A page may be stricter, because the address of an order is a secret.
      if (name === 'referrer-policy' && c.res.headers.get(name) === 'strict-origin') {
        continue
      }
      // The page of a draft is shown in the frames of its preview.
      if (name === 'x-frame-options' && c.res.headers.get(name) === 'SAMEORIGIN') {
        continue
      }
      c.res.headers.set(name, value)
    }
  }
}

/** Returns all of these headers, for a rejection that does not pass through the middleware. */
export function headersWithoutPage(options: { secure: boolean }): Record<string, string> {
  return { 'content-security-policy': NOTHING, 'cache-control': 'no-store', ...always(options) }
}
