import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { TokenHolder } from '../app/platform/process/backend.server.ts'
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
  verify(token: string): Promise<TokenHolder | null>
  publicFilesUrl: string
}

/** A backend in this process: its tokens are checked with the secret they were signed with, their sessions in the database beside us. */
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
        return { userId, email, session: row?.open ? 'open' : 'ended' }
      } catch (cause) {
        return { userId, email, session: 'unknown', cause }
      }
    },
  }
}

/**
 * A backend reached over HTTP. Its data API checks a token and says whether its session goes on, both in one request. When it does not answer,
 * the project's published keys, kept between requests, still tell whether the token holds; a project without such keys is asked for that too.
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
      const { userId, email, hasPublishedKey } = claims
      const [asked, known] = await Promise.allSettled([
        sessionThere(hosted, fetch, token),
        // At every request, so that the keys are at hand when the project does not answer.
        hasPublishedKey ? holds(client, token) : null,
      ])
      if (asked.status === 'fulfilled') {
        return asked.value === 'refused' ? null : { userId, email, session: asked.value }
      }
      const isHeld = known.status === 'fulfilled' && known.value !== null ? known.value : await holds(client, token)
      return isHeld ? { userId, email, session: 'unknown', cause: asked.reason } : null
    },
  }
}

type Claims = { userId: string; email: string; sessionId: string }

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/**
 * What a person's access token says, its signature not looked at, and whether that can be checked with a published key; null when it is no
 * such token.
 */
function claimsIn(token: string): (Claims & { hasPublishedKey: boolean }) | null {
  try {
    const claims = personIn(decodeJwt(token))
    return claims && { ...claims, hasPublishedKey: !decodeProtectedHeader(token).alg?.startsWith('HS') }
  } catch (error) {
    // What is no token at all, however it is broken.
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) {
      return null
    }
    throw error
  }
}

function personIn({ sub, role, email, session_id }: JWTPayload): Claims | null {
  return role === 'authenticated' && sub && UUID.test(sub) && typeof session_id === 'string' && UUID.test(session_id)
    ? { userId: sub, email: typeof email === 'string' ? email : '', sessionId: session_id }
    : null
}

/** What a token says that was signed with this secret; null when it was not, is too old, or is from the future. */
async function signedWith(secret: Uint8Array, token: string): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], audience: 'authenticated' })
    // A clock that was put back makes every token one from the future; the backend refuses those.
    const isFromTheFuture = (payload.iat ?? 0) > Math.floor(Date.now() / 1000)
    return isFromTheFuture ? null : personIn(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) {
      return null
    }
    throw error
  }
}

/**
 * What a hosted project says of the session that a token comes from; `refused` when it does not take the token at all.
 * @throws when it gave no such answer.
 */
async function sessionThere(
  { url, publishableKey }: { url: string; publishableKey: string },
  fetch: typeof globalThis.fetch,
  token: string,
): Promise<'open' | 'ended' | 'refused'> {
  const answer = await fetch(`${url}/rest/v1/rpc/session_is_open`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const said = await answer.text()
  // Only its plain no ends a session, nothing that a proxy may put in its place.
  if (answer.ok && (said === 'true' || said === 'false')) {
    return said === 'true' ? 'open' : 'ended'
  }
  // PostgREST's codes for a token that it does not take. Another 401 may mean that our own key is wrong, which must sign nobody out.
  if (answer.status === 401 && /"PGRST30[13]"/.test(said)) {
    return 'refused'
  }
  throw new Error(`session_is_open was answered ${answer.status}: ${said.slice(0, 200)}`)
}

/**
 * Whether this project signed a token, however old it is.
 * @throws when that could not be found out.
 */
async function holds(client: SupabaseClient, token: string): Promise<boolean> {
  const { data, error } = await client.auth.getClaims(token, { allowExpired: true })
  if (error && (!error.status || error.status >= 500 || error.status === 429)) {
    throw error
  }
  return data !== null
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
