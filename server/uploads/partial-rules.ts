/*
 * What holds for partials wherever they are kept (docs/decisions/0011, 0040): their ids, their bounds, and what the site and the protocol
 * need of them. A partial's id begins with the account's id, so the owner is known without opening anything, and nobody can use another
 * person's partial.
 */
import { randomBytes } from 'node:crypto'
import type { DataStore } from '@tus/server'
import type { UploadSessions as SiteUploadSessions } from '#app/platform/process/backend.server.ts'

const MEBIBYTE = 1024 * 1024
/** The most bytes of one person's partials together, by their announced sizes. */
export const MAX_BYTES_A_PERSON = 150 * MEBIBYTE
/** The most partials of one person, because each needs a directory entry or a row. */
export const MAX_A_PERSON = 12
/** A partial touched within this time may still be arriving. Older ones are removed to make room. */
export const UNDER_WAY_MS = 10 * 60 * 1000
/** How long a partial is kept, finished or not. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{32}$/

export type UploadSessionRoutes = SiteUploadSessions & {
  /** Where the protocol puts pieces. */
  readonly store: DataStore
  /**
   * Makes room for a new partial of so many bytes: removes this person's oldest ones, unless they may still be arriving.
   * @returns null when there is room; otherwise the reason: others are still arriving, or the disk is full.
   */
  evict(userId: string, size: number): Promise<'under way' | 'disk full' | null>
  /** Removes partials that were kept too long, and what killed processes left of others. */
  sweep(): Promise<void>
}

/** A new id that nobody can guess. */
export function newUploadSessionId(userId: string): string {
  return `${userId}.${randomBytes(16).toString('hex')}`
}

export function isUploadSessionId(id: string): boolean {
  return ID.test(id)
}

export function isUploadSessionOf(userId: string, id: string): boolean {
  return isUploadSessionId(id) && id.startsWith(`${userId}.`)
}

/** The protocol's answer to a new file when `evict` finds others under way. */
export const othersUnderWay = {
  status_code: 429,
  body: 'Other files of yours are still being sent. Wait for one of them or cancel it, then send this one',
} as const
