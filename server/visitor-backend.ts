import { isIP } from 'node:net'
import type { SiteBackend } from './site-backend.ts'

/** A hosted project takes a visitor's address only with a key of this kind; the older service_role key will not do. */
const TAKES_ADDRESSES = 'sb_secret_'

/** Whether a hosted project can be told where visitors are. */
export function passesAddressesOn({ kind, secretKey }: Pick<SiteBackend, 'kind' | 'secretKey'>): boolean {
  return kind === 'hosted' && secretKey?.startsWith(TAKES_ADDRESSES) === true
}

/**
 * The backend as it is asked for one visitor. A hosted project limits sign-ins, renewals and mails per address, and all of them come from
 * ours: so each is sent with the visitor's (Sb-Forwarded-For, with the secret key; docs/operating.md). Only to its auth service: anywhere
 * else that key would open every row. Who the request acts for stays the same, since a person's own token stays where it is.
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
