/*
 * The rules of upload sessions in every store (docs/decisions/0011, 0040): their ids, their limits, and the needs of
 * the site and the protocol. A session's id starts with the account's id, so the owner is known without a read, and
 * no user can use another's session.
 */
import { randomBytes } from 'node:crypto'
import type { DataStore } from '@tus/server'
import type { UploadSessions as SiteUploadSessions } from '#app/services/uploads.ts'

const MEBIBYTE = 1024 * 1024
/** Maximum bytes of one user's upload sessions together, by their announced sizes. */
export const MAX_BYTES_PER_USER = 150 * MEBIBYTE
/** Maximum upload sessions of one user, because each needs a directory entry or a row. */
export const MAX_SESSIONS_PER_USER = 12
/** A session touched within this time may still be arriving. Older ones are removed to free space. */
export const UNDER_WAY_MS = 10 * 60 * 1000
/** How long an upload session is retained, finished or not. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{32}$/

export type UploadSessionRoutes = SiteUploadSessions & {
  /** Where the protocol puts chunks. */
  readonly store: DataStore
  /**
   * Frees space for a new session of this many bytes: removes the user's oldest ones, unless they may still be
   * arriving.
   * @returns null when there is space; otherwise the reason: others are still arriving, or the disk is full.
   */
  evict(userId: string, size: number): Promise<'under way' | 'disk full' | null>
  /** Returns true if this many bytes fit on the disk and leave its reserve free. */
  hasDiskSpace(bytes: number): Promise<boolean>
  /** Removes expired sessions, and leftovers of killed processes. */
  sweep(): Promise<void>
}

/** Creates an id that cannot be guessed. */
export function newUploadSessionId(userId: string): string {
  return `${userId}.${randomBytes(16).toString('hex')}`
}

export function isUploadSessionId(id: string): boolean {
  return ID.test(id)
}

export function ownsUploadSession(userId: string, id: string): boolean {
  return isUploadSessionId(id) && id.startsWith(`${userId}.`)
}

/** The protocol's response to a new file when `evict` finds others in progress. */
export const othersUnderWay = {
  status_code: 429,
  body: 'Other files of yours are still being sent. Wait for one of them or cancel it, then send this one',
} as const
