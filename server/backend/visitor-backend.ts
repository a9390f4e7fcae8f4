import { isIP } from 'node:net'
import type { SiteBackend } from './site-backend.ts'

/**
 * Prefix of the keys with which a hosted project accepts a visitor's address. The older service_role key does not
 * qualify.
 */
const TAKES_ADDRESSES = 'sb_secret_'

/** Returns true if a hosted project accepts visitors' addresses from us. */
export function passesAddressesOn({ kind, secretKey }: Pick<SiteBackend, 'kind' | 'secretKey'>): boolean {
  return kind === 'hosted' && secretKey?.startsWith(TAKES_ADDRESSES) === true
}

/**
 * Returns the backend for the requests of one visitor. A hosted project limits sign-ins, renewals and emails per
 * address, and all our requests come from one address. So each is sent with the visitor's address (Sb-Forwarded-For,
 * with the secret key; docs/operating.md), only to the auth service, because elsewhere that key would open every row.
 * The user's own token is sent as before, so the request still acts for the same user.
 */
export function onBehalfOf(backend: SiteBackend, address: string): SiteBackend {
  const { publishableKey, secretKey, url, fetch } = backend
  if (secretKey === null || !passesAddressesOn(backend) || isIP(address) === 0) {
    return backend
  }
  return {
    ...backend,
    fetch(input, init) {
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
      if (origin !== new URL(url).origin || !/^\/auth\/v1\/(?!admin(\/|$))/.test(pathname)) {
        return fetch(input, init)
      }
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      headers.set('apikey', secretKey)
      headers.set('sb-forwarded-for', address)
      if (headers.get('authorization') === `Bearer ${publishableKey}`) {
        headers.set('authorization', `Bearer ${secretKey}`)
      }
      return fetch(input, { ...init, headers })
    },
  }
}
