import type { MiddlewareHandler } from 'hono'

/** What a thing that is no page of ours may do in a browser: nothing. Pages bring their own policy. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/**
 * Puts the security headers on every answer, errors and redirects too. `no-referrer` would make Chromium send `Origin: null` with our own
 * forms, so it is strict-origin-when-cross-origin.
 */
export function securityHeaders(options: { secure: boolean }): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const headers = c.res.headers
    if (!headers.has('content-security-policy')) {
      headers.set('content-security-policy', NOTHING)
    }
    headers.set('x-content-type-options', 'nosniff')
    headers.set('x-frame-options', 'DENY')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()')
    headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
    if (options.secure) {
      headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
  }
}
