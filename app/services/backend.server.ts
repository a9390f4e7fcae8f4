import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Database } from './database.ts'

/** A client of the backend with the types of our tables. */
export type Client = SupabaseClient<Database>

/**
 * The account of a token and the state of its session: `open`; `ended` (signed out, new password, account deleted, or
 * the second factor not verified); or `unknown`, because the backend did not respond, with the cause for the log.
 */
export type TokenHolder = { userId: string; sessionId: string; email: string } & (
  | { session: 'open' | 'ended' }
  | { session: 'unknown'; cause: unknown }
)

/** The site's connection to its backend, embedded or hosted; passed in the load context. */
export type Backend = {
  kind: 'embedded' | 'hosted'
  url: string
  publishableKey: string
  fetch: typeof globalThis.fetch
  /**
   * Checks an access token and its session. Null if the token is invalid: too old, from the future, or not signed by
   * this backend.
   * @throws if the token cannot be checked at all.
   */
  verify(token: string): Promise<TokenHolder | null>
  /** Address of public files as browsers see it, without a slash at the end. */
  publicFilesUrl: string
}

export const backendContext = createContext<Backend>()
type Context = Readonly<RouterContextProvider>

/** Returns the origin of public files on a hosted backend; '' when the site itself serves them. */
export function filesOrigin({ kind, publicFilesUrl }: Pick<Backend, 'kind' | 'publicFilesUrl'>): string {
  return kind === 'hosted' ? publicFilesUrl : ''
}

/** supabase-js would repeat a failed read for seven seconds. The cache (cache.server.ts) does the retries instead. */
const failingAtOnce = { retry: false }
const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** Creating a client takes a twentieth of a page's time, and clients for visitors have no state. */
const visitorClients = new WeakMap<Backend, Client>()

/**
 * Returns the client for public data. All visitors share it, so it does not sign in: supabase-js rejects `auth`
 * together with `accessToken`.
 */
export function visitorClient(context: Context): Client {
  const backend = context.get(backendContext)
  const stored = visitorClients.get(backend)
  if (stored) {
    return stored
  }
  const created = createClient<Database>(backend.url, backend.publishableKey, {
    auth: withoutSession,
    db: failingAtOnce,
    accessToken: async () => null,
    global: { fetch: backend.fetch },
  })
  visitorClients.set(backend, created)
  return created
}

/** Creates a client for signing up and in. It stores the session, so it must not be shared. */
export function authClient(context: Context): Client {
  const backend = context.get(backendContext)
  return createClient<Database>(backend.url, backend.publishableKey, {
    auth: withoutSession,
    db: failingAtOnce,
    global: { fetch: backend.fetch },
  })
}

/** Creates a client that acts as the user of the access token. */
export function userClient(context: Context, accessToken: string): Client {
  const backend = context.get(backendContext)
  return createClient<Database>(backend.url, backend.publishableKey, {
    auth: withoutSession,
    db: failingAtOnce,
    accessToken: async () => accessToken,
    global: { fetch: backend.fetch },
  })
}
