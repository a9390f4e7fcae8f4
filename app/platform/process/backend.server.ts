import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Database } from './database.ts'
import type { BankAccounts } from './bank-accounts.ts'
import type { Finding } from './findings.ts'
import type { Orders } from './orders.ts'
import type { Pictures } from './pictures.ts'
import type { ReadWork } from './reading.ts'
import type { Transfers } from './transfers.ts'

/** A client of the backend with the types of our tables. */
export type Client = SupabaseClient<Database>

/**
 * The account of a token and the state of its session: `open`; `ended` (signed out, new password, account deleted); or `unknown`, because
 * the backend did not answer, with the cause for the log.
 */
export type TokenHolder = { userId: string; email: string } & (
  | { session: 'open' | 'ended' }
  | { session: 'unknown'; cause: unknown }
)

/** How the site reaches its backend, embedded or hosted; passed to the site in the load context. */
export type Backend = {
  kind: 'embedded' | 'hosted'
  url: string
  publishableKey: string
  fetch: typeof globalThis.fetch
  /**
   * Checks an access token and its session. Null when the token is invalid: too old, from the future, or not signed by this backend.
   * @throws when even the token cannot be checked.
   */
  verify(token: string): Promise<TokenHolder | null>
  /** Address of public files as browsers see it, without a slash at the end. */
  publicFilesUrl: string
}

/** A completely received file on disk. `name` is the sender's file name, `size` is in bytes. */
export type ReceivedFile = { path: string; name: string; size: number }
/** A received file and its SHA-256, in hexadecimal. */
export type HashedFile = ReceivedFile & { sha256: string }

/** A partial that one action has taken. No other action gets it until it is given back or removed. */
export type TakenFile = { file: ReceivedFile; giveBack(): Promise<void>; remove(): Promise<void> }

/** Files that arrive in pieces, and files kept for a second try (docs/decisions/0011). */
export type UploadSessions = {
  /** Takes a person's own complete partial; null when it belongs to somebody else, is missing, unfinished, too old or already taken. */
  take(userId: string, id: string): Promise<TakenFile | null>
  /** Keeps a received file as this person's partial and returns its id; null when the disk is full. */
  keep(userId: string, file: ReceivedFile): Promise<string | null>
  /** Removes all partials of a person whose account was deleted. */
  forget(userId: string): Promise<void>
}

/** What else the process passes to the site. */
export type Site = {
  /** The public origin. Links and canonical addresses start with it. */
  url: string
  /** Whether cookies may be marked Secure (SITE_URL is https). */
  secure: boolean
  /** A directory for files that are being received, emptied at each start. */
  receivingDirectory: string
  /** Returns true if a file of this size fits on the disk of the receiving directory. */
  hasDiskSpace(bytes: number): Promise<boolean>
  /** Measures the disk of the embedded database. Null on a hosted backend or a separate PostgreSQL. */
  databaseDisk: (() => { isFull: boolean; freeBytes: number }) | null
  partials: UploadSessions
  /** Whether mails are files that /dev/mail shows. */
  showsMail: boolean
  /** Draws the pictures of shared links. */
  pictures: Pictures
  /** Reads the file of a work in another process. */
  readWork: ReadWork
  /** Sends the views and clicks that this process counted since the last minute, so that figures are of now. Never fails. */
  sendCounted(): Promise<void>
  missedSearches: MissedSearches
  /** When the last whole backup was made (null: never); null where no backups are made by this process. */
  lastBackup: (() => Promise<Date | null>) | null
  doctor: Doctor
  /** Selling here; null where nothing is sold. */
  orders: Orders | null
  /** Whose account it is; null where Paystack is off. */
  bankAccounts: BankAccounts | null
  /** Payouts through Paystack; null where Paystack is off. */
  transfers: Transfers | null
}

/** Looks over the backend and what is around it. */
export type Doctor = {
  /** @param headers those of the request, which show what the proxy in front sends. */
  findings(headers: Headers): Promise<Finding[]>
  /** Sends one mail at once. Returns null when the mail server took it, otherwise its reason. */
  sendTestMail(to: string): Promise<string | null>
}

/** A search that nothing met whole, and the addresses that its near results lead to. */
export type Missed = { words: string; kind: 'material' | 'topic'; near: readonly string[] }

/** Counts searches that nothing met, for the console; who asked is not kept. */
export type MissedSearches = {
  note(missed: Missed, address: string): void
  /** A visitor at `address` opened `url` (path and query). Searches that it came near to are not counted for this visitor. */
  opened(url: string, address: () => string): void
}

export const backendContext = createContext<Backend>()
export const siteContext = createContext<Site>()
/** The nonce of this answer, for the scripts of a hydrated page. */
export const nonceContext = createContext<string>('')
/** The number of this answer's failures in the log. The error page shows it, so that the person can tell us. */
export const referenceContext = createContext<string>('')

type Context = Readonly<RouterContextProvider>

/** The origin of public files on a hosted backend; '' when the site itself serves them. */
export function filesOrigin({ kind, publicFilesUrl }: Pick<Backend, 'kind' | 'publicFilesUrl'>): string {
  return kind === 'hosted' ? publicFilesUrl : ''
}

/** supabase-js would repeat a failed read for seven seconds. The cache (cache.server.ts) does the retries instead. */
const failingAtOnce = { retry: false }
const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** To make a client takes a twentieth of a page, and one for visitors remembers nothing. */
const visitorClients = new WeakMap<Backend, Client>()

/** The client for what everybody may read. All visitors share it, so it does not sign in: supabase-js refuses `auth` beside `accessToken`. */
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

/** A client of its own for signing up and in. It knows whom it signed in, and nobody else may have it. */
export function authClient(context: Context): Client {
  const backend = context.get(backendContext)
  return createClient<Database>(backend.url, backend.publishableKey, {
    auth: withoutSession,
    db: failingAtOnce,
    global: { fetch: backend.fetch },
  })
}

/** A client that acts as the person of the access token. */
export function userClient(context: Context, accessToken: string): Client {
  const backend = context.get(backendContext)
  return createClient<Database>(backend.url, backend.publishableKey, {
    auth: withoutSession,
    db: failingAtOnce,
    accessToken: async () => accessToken,
    global: { fetch: backend.fetch },
  })
}
