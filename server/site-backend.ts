import { createClient } from '@supabase/supabase-js'
import { jwtVerify } from 'jose'
import type { EmbeddedBackend } from './backend/start.ts'
import type { Environment } from './environment.ts'

/** What the site needs of its backend; the same whether it lives in this process or at the other end of a line. */
export type SiteBackend = {
  kind: 'embedded' | 'hosted'
  url: string
  publishableKey: string
  /** For background work only; never given to the site. Null when a hosted backend's was not told. */
  secretKey: string | null
  fetch: typeof globalThis.fetch
  verify(token: string): Promise<{ userId: string; email: string } | null>
  publicFilesUrl: string
}

/** A backend in this process: its tokens are checked with the secret they were signed with. */
export function embeddedSiteBackend(backend: EmbeddedBackend, siteUrl: string): SiteBackend {
  const secret = new TextEncoder().encode(backend.keys.jwt_secret)
  return {
    kind: 'embedded',
    url: backend.url,
    publishableKey: backend.keys.publishable_key,
    secretKey: backend.keys.secret_key,
    fetch: backend.fetch,
    publicFilesUrl: siteUrl,
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], audience: 'authenticated' })
        return payload.sub ? { userId: payload.sub, email: typeof payload.email === 'string' ? payload.email : '' } : null
      } catch {
        return null
      }
    },
  }
}

/**
 * A backend reached over HTTP. supabase-js checks a token with the project's published keys, kept between requests, and asks the project
 * where its keys are no public ones.
 */
export function hostedSiteBackend(hosted: Extract<Environment['backend'], { kind: 'hosted' }>): SiteBackend {
  const fetch = within(hosted.patience)
  const client = createClient(hosted.url, hosted.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch },
  })
  return {
    kind: 'hosted',
    url: hosted.url,
    publishableKey: hosted.publishableKey,
    secretKey: hosted.secretKey,
    fetch,
    publicFilesUrl: hosted.url,
    async verify(token) {
      const { data } = await client.auth.getClaims(token).catch(() => ({ data: null }))
      return data?.claims.sub ? { userId: data.claims.sub, email: data.claims.email ?? '' } : null
    },
  }
}

/**
 * A backend that takes a connection and then says nothing must not hold every page up. Files may take as long as they take, and functions as
 * long as those who call them wait.
 */
function within(patience: number): typeof globalThis.fetch {
  return (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const mayTakeLong = /\/(storage|functions)\/v1\//.test(address)
    return globalThis.fetch(input, mayTakeLong ? init : { ...init, signal: init?.signal ?? AbortSignal.timeout(patience) })
  }
}
