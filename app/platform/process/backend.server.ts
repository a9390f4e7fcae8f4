import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createContext, type RouterContextProvider } from 'react-router'
import type { Database } from './database.ts'
import type { ContactMessage } from './contact-message.ts'
import type { BankAccounts } from './bank-accounts.ts'
import type { Finding } from './findings.ts'
import type { Orders } from './orders.ts'
import type { Pictures } from './pictures.ts'
import type { CanStamp, DrawPage, ReadText, ReadWork } from './reading.ts'
import type { SecondFactors } from './second-factors.ts'
import type { Transfers } from './transfers.ts'

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

/** A completely received file on disk. `name` is the sender's file name, `size` is in bytes. */
export type ReceivedFile = { path: string; name: string; size: number }
/** A received file and its SHA-256, in hexadecimal. */
export type HashedFile = ReceivedFile & { sha256: string }

/** An uploaded file that one action has claimed. No other action gets it until it is released or removed. */
export type ClaimedUpload = { file: ReceivedFile; release(): Promise<void>; remove(): Promise<void> }

/** Files that arrive in chunks, and files stored for a second attempt (docs/decisions/0011). */
export type UploadSessions = {
  /**
   * Claims the user's own complete upload; null if it belongs to another user, is missing, unfinished, expired or
   * already claimed.
   */
  claim(userId: string, id: string): Promise<ClaimedUpload | null>
  /** Stores a received file as this user's upload and returns its id; null when the disk is full. */
  keep(userId: string, file: ReceivedFile): Promise<string | null>
  /** Removes all uploads of a user whose account was deleted. */
  removeAll(userId: string): Promise<void>
}

/** Other services that the process passes to the site. */
export type Site = {
  /** Public origin. Links and canonical addresses start with it. */
  url: string
  /** True if cookies may be marked Secure (SITE_URL is https). */
  secure: boolean
  /** Directory for files that are being received, emptied at each start. */
  receivingDirectory: string
  /** Returns true if a file of this size fits on the disk of the receiving directory. */
  hasDiskSpace(bytes: number): Promise<boolean>
  /** Measures the disk of the embedded database. Null on a hosted backend or a separate PostgreSQL. */
  databaseDisk: (() => { isFull: boolean; freeBytes: number }) | null
  uploadSessions: UploadSessions
  /** True if emails are files that /dev/mail shows. */
  showsMail: boolean
  /** Deletes the demo and returns null, or why it could not; null where there can be no demo. */
  removeDemo: (() => Promise<string | null>) | null
  /** Draws share pictures. */
  pictures: Pictures
  /** Reads the file of a work in another process. */
  readWork: ReadWork
  /** Reads the whole text of a Word document or a presentation in another process. */
  readText: ReadText
  /** Tries to stamp a work's PDF in another process. */
  canStamp: CanStamp
  /** Draws a page of a work's PDF in another process. */
  drawPage: DrawPage
  /**
   * Sends the views and clicks that this process counted in the last minute, so that statistics are current. Never
   * fails.
   */
  sendCounted(): Promise<void>
  missedSearches: MissedSearches
  /** Stores a message of the contact page for the admins. Null without the secret key of a hosted backend. */
  receiveMessage: ((message: ContactMessage) => Promise<void>) | null
  /** Returns the time of the last complete backup (null: never); null if this process makes no backups. */
  lastBackup: (() => Promise<Date | null>) | null
  doctor: Doctor
  /** Second factors of accounts; null without the backend's secret key. */
  secondFactors: SecondFactors | null
  /** Sales on this site; null where nothing is sold. */
  orders: Orders | null
  /** Bank account verification; null where Paystack is off. */
  bankAccounts: BankAccounts | null
  /** Payouts through Paystack; null where Paystack is off. */
  transfers: Transfers | null
}

/** Checks the backend and its environment. */
export type Doctor = {
  /** @param headers of the request, which show what the proxy in front sends. */
  findings(headers: Headers): Promise<Finding[]>
  /** Sends one email at once. Returns null if the mail server accepted it, otherwise its reason. */
  sendTestMail(to: string): Promise<string | null>
}

/** A search without a full match, and the addresses of its partial matches. */
export type Missed = { words: string; kind: 'material' | 'topic'; near: readonly string[] }

/** Counts searches without a full match, for the admin console; visitors are not recorded. */
export type MissedSearches = {
  note(missed: Missed, address: string): void
  /**
   * Records that a visitor at `address` opened `url` (path and query). Searches with this page as a partial match are
   * not counted for this visitor.
   */
  opened(url: string, address: () => string): void
}

export const backendContext = createContext<Backend>()
export const siteContext = createContext<Site>()
/** The nonce of this response, for the scripts of a hydrated page. */
export const nonceContext = createContext<string>('')
/** The number of this response's failures in the log. The error page shows it, so that the user can report it. */
export const referenceContext = createContext<string>('')

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
