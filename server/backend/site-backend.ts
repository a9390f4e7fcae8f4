import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { TokenHolder } from '#app/services/backend.server.ts'
import type { EmbeddedBackend } from './start.ts'
import type { Environment } from '../environment.ts'

/** The backend of the site, embedded or hosted. */
export type SiteBackend = {
  kind: 'embedded' | 'hosted'
  url: string
  publishableKey: string
  /**
   * Secret key for background work only; never passed to the site. Null when the key of a hosted backend is not set.
   */
  secretKey: string | null
  fetch: typeof globalThis.fetch
  verify(token: string): Promise<TokenHolder | null>
  publicFilesUrl: string
}

/** Wraps a backend in this process. Tokens are verified with their secret, sessions in the database. */
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
      const claims = await signedWith(secret, token)
      if (!claims) {
        return null
      }
      const { userId, email, sessionId } = claims
      try {
        const [row] = await backend.database.query<{ open: boolean }>('select private.session_is_open($1, $2) as open', [
          sessionId,
          userId,
        ])
        return { userId, sessionId, email, session: row?.open ? 'open' : 'ended' }
      } catch (cause) {
        return { userId, sessionId, email, session: 'unknown', cause }
      }
    },
  }
}

/**
 * Wraps a backend reached over HTTP. Its data API verifies a token and its session in one request. When it does not
 * respond, the project's published keys (cached between requests) still show whether the token is valid. For a
 * project without such keys the auth service is called.
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
      const claims = claimsIn(token)
      if (!claims) {
        return null
      }
      const { userId, sessionId, email, hasPublishedKey } = claims
      // This runs for every request, so that the keys are known when the project does not respond. While it responds,
      // nothing waits for this.
      const known = Promise.allSettled([hasPublishedKey ? holds(client, token) : null])
      try {
        const session = await sessionThere(hosted, fetch, token)
        return session === 'refused' ? null : { userId, sessionId, email, session }
      } catch (cause) {
        const [looked] = await known
        const isHeld = looked.status === 'fulfilled' && looked.value !== null ? looked.value : await holds(client, token)
        return isHeld ? { userId, sessionId, email, session: 'unknown', cause } : null
      }
    },
  }
}

type Claims = { userId: string; email: string; sessionId: string }

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/**
 * Reads an access token without verifying its signature, and whether a published key can verify it. Null when it is
 * not an access token.
 */
function claimsIn(token: string): (Claims & { hasPublishedKey: boolean }) | null {
  try {
    const claims = userInSession(decodeJwt(token))
    return claims && { ...claims, hasPublishedKey: !decodeProtectedHeader(token).alg?.startsWith('HS') }
  } catch (error) {
    // The text is not a token.
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) {
      return null
    }
    throw error
  }
}

function userInSession({ sub, role, email, session_id }: JWTPayload): Claims | null {
  return role === 'authenticated' && sub && UUID.test(sub) && typeof session_id === 'string' && UUID.test(session_id)
    ? { userId: sub, email: typeof email === 'string' ? email : '', sessionId: session_id }
    : null
}

/** Returns the claims of a token; null if it was not signed with this secret, has expired, or is from the future. */
async function signedWith(secret: Uint8Array, token: string): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], audience: 'authenticated' })
    // After the clock is set back, all tokens are from the future, and the backend rejects them.
    const isFromTheFuture = (payload.iat ?? 0) > Math.floor(Date.now() / 1000)
    return isFromTheFuture ? null : userInSession(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) {
      return null
    }
    throw error
  }
}

/**
 * Fetches the state of a token's session from a hosted project; `refused` when the project rejects the token.
 * @throws when the project does not respond to this.
 */
async function sessionThere(
  { url, publishableKey }: { url: string; publishableKey: string },
  fetch: typeof globalThis.fetch,
  token: string,
): Promise<'open' | 'ended' | 'refused'> {
  const response = await fetch(`${url}/rest/v1/rpc/session_is_open`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const text = await response.text()
  // Only the project's own "no" ends a session, not a response that a proxy may send instead.
  if (response.ok && (text === 'true' || text === 'false')) {
    return text === 'true' ? 'open' : 'ended'
  }
  // These are PostgREST's codes for a rejected token. Another 401 may mean that our own key is wrong, which must not
  // sign users out.
  if (response.status === 401 && /"PGRST30[13]"/.test(text)) {
    return 'refused'
  }
  throw new Error(`session_is_open responded ${response.status}: ${text.slice(0, 200)}`)
}

/**
 * Returns true if this project signed a token, even an expired one.
 * @throws when the project cannot be reached.
 */
async function holds(client: SupabaseClient, token: string): Promise<boolean> {
  const { data, error } = await client.auth.getClaims(token, { allowExpired: true })
  if (error && (!error.status || error.status >= 500 || error.status === 429)) {
    throw error
  }
  return data !== null
}

/**
 * Timeout in milliseconds of a request that sends an email: the auth service waits for the mail server before it
 * responds.
 */
const MAIL_PATIENCE_MS = 15_000
/** The requests of the auth service that send an email. PUT /user does when it changes the address. */
const SENDS_MAIL = /^(?:POST .*\/auth\/v1\/(?:signup|recover|resend|otp|magiclink|invite)|PUT .*\/auth\/v1\/user)(?:\?|$)/

/**
 * Limits the waiting time, so that a backend which accepts connections but does not respond does not block every
 * page. Files have no limit, and functions have the limit of their callers.
 */
function within(patience: number): typeof globalThis.fetch {
  return (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (/\/(storage|functions)\/v1\//.test(address)) {
      return globalThis.fetch(input, init)
    }
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    const max = SENDS_MAIL.test(`${method} ${address}`) ? Math.max(patience, MAIL_PATIENCE_MS) : patience
    return globalThis.fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(max) })
  }
}
