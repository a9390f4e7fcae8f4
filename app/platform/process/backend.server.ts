import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Database } from './database.types.ts'
import type { Pictures } from './pictures.ts'
import type { ReadWork } from './reading.ts'

/** A client of the backend, typed by the migrations. */
export type Client = SupabaseClient<Database>

/**
 * Whose a token is, and how its session stands: `open`; `ended` (signed out, a new password, the account deleted); or `unknown`, since the
 * backend did not answer, with the cause for the log.
 */
export type TokenHolder = { userId: string; email: string } & (
  | { session: 'open' | 'ended' }
  | { session: 'unknown'; cause: unknown }
)

/** How the process reaches its backend, embedded or hosted alike; given to the site in the load context. */
export type Backend = {
  kind: 'embedded' | 'hosted'
  url: string
  publishableKey: string
  fetch: typeof globalThis.fetch
  /**
   * Whose an access token is, and whether its session goes on. Null when the token itself does not hold: too old, from the future, or not
   * signed by this backend.
   * @throws when not even that could be found out.
   */
  verify(token: string): Promise<TokenHolder | null>
  /** Address of public files as browsers see it, without a slash at the end. */
  publicFilesUrl: string
}

/** A file that has arrived whole, in a place of its own. `name` is its sender's, `size` in bytes. */
export type ReceivedFile = { path: string; name: string; size: number }
/** A received file and its SHA-256, in hexadecimal. */
export type HashedFile = ReceivedFile & { sha256: string }

/** A partial in the hands of one action: nobody else gets it until it is given back or removed. */
export type TakenFile = { file: ReceivedFile; giveBack(): Promise<void>; remove(): Promise<void> }

/** Files that come in pieces, and such as are kept for a second try (docs/decisions/0011). */
export type Partials = {
  /** A person's own partial that has come whole; null when it is another's, missing, unfinished, too old or already taken. */
  take(userId: string, id: string): Promise<TakenFile | null>
  /** Keeps a received file as a partial of this person's and returns its id; null when there is no room for it. */
  keep(userId: string, file: ReceivedFile): Promise<string | null>
  /** Removes all of a person's: their account is gone. */
  forget(userId: string): Promise<void>
}

/** What else the process gives to the site. */
export type Site = {
  /** Origin that people type; links and canonical addresses start with it. */
  url: string
  /** Whether cookies may be marked Secure (SITE_URL is https). */
  secure: boolean
  /** A directory for files on their way in, emptied at each start. */
  receivingDirectory: string
  /** Whether the disk takes so many bytes more and keeps what it has to keep free. */
  hasRoom(bytes: number): Promise<boolean>
  partials: Partials
  /** Whether mails are files that /dev/mail shows. */
  showsMail: boolean
  /** Draws what stands beside a shared link. */
  pictures: Pictures
  /** Reads the file of a work, away from the pages' own thread. */
  readWork: ReadWork
  /** Notes words that nothing met, for the console; who asked is not kept. */
  missedSearch(missed: { words: string; kind: 'material' | 'topic' }, address: string): void
}

export const backendContext = createContext<Backend>()
export const siteContext = createContext<Site>()
/** One-time number of this answer, for the scripts of a hydrated page. */
export const nonceContext = createContext<string>('')
/** The number under which a failure of this answer stands in the log; shown to the person, who can tell us. */
export const referenceContext = createContext<string>('')

type Context = Readonly<RouterContextProvider>

/** The origin of public files where they are not on the site itself (a hosted backend); '' where they are. */
export function filesOrigin({ kind, publicFilesUrl }: Pick<Backend, 'kind' | 'publicFilesUrl'>): string {
  return kind === 'hosted' ? publicFilesUrl : ''
}

/** supabase-js would try a read again for seven seconds; what is worth trying again is tried again by the cache (cache.server.ts). */
const failingAtOnce = { retry: false }
const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** A client that asks as a visitor: for public data, and for signing in. Holds no session of its own. */
export function visitorClient(context: Context): Client {
  const backend = context.get(backendContext)
  return createClient<Database>(backend.url, backend.publishableKey, {
    auth: withoutSession,
    db: failingAtOnce,
    global: { fetch: backend.fetch },
  })
}

/** A client that asks as the person the access token belongs to. */
export function personClient(context: Context, accessToken: string): Client {
  const backend = context.get(backendContext)
  return createClient<Database>(backend.url, backend.publishableKey, {
    auth: withoutSession,
    db: failingAtOnce,
    accessToken: async () => accessToken,
    global: { fetch: backend.fetch },
  })
}
