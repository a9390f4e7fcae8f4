/*
 * Sets the session to read-only while the disk is full, so that PostgreSQL itself rejects every write and needs no
 * space for its log (server/disk/disk-guard.ts). Test: read-only.test.ts.
 */
import type { DiskState } from '#server/disk/disk-guard.ts'
import type { Query } from './single-session.ts'

/** PostgreSQL's code for a write in a read-only transaction. */
const READ_ONLY = '25006'
/** PostgreSQL's code for a full disk. The site treats it like an unavailable backend. */
const DISK_FULL = '53100'

export class DiskFullError extends Error {
  readonly code = DISK_FULL

  constructor(cause: unknown) {
    super('The disk is full, so nothing can be saved at the moment', { cause })
    this.name = 'DiskFullError'
  }
}

/**
 * Thrown when PostgreSQL could not extend its log. Its session in PGlite then rejects every statement until a
 * restart.
 */
export class BrokenSessionError extends Error {
  constructor(cause: unknown) {
    super('The database could not write its log, because the disk is full', { cause })
    this.name = 'BrokenSessionError'
  }
}

/** Returns the hooks around each transaction of a session (single-session.ts). */
export function refuseWritesOnFullDisk(disk: { check(): DiskState }, ask: Query) {
  let isReadOnly = false
  return {
    async prepare(): Promise<void> {
      const { isFull } = disk.check()
      if (isFull !== isReadOnly) {
        await ask(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
        isReadOnly = isFull
      }
    },
    /**
     * Reports a rejected write as a full disk. A read-only transaction that the caller requested keeps PostgreSQL's error.
     */
    describeError(error: unknown): unknown {
      if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') {
        return error
      }
      if (isBroken(error.code, error.message)) {
        // No caller may handle this error, so throw it where only server/uncaught-errors.ts catches it, which ends
        // the process.
        setImmediate(() => {
          throw new BrokenSessionError(error)
        })
      }
      return isReadOnly && error.code === READ_ONLY ? new DiskFullError(error) : error
    },
  }
}

/**
 * Returns true for the failed write of the log, and for the error of every later statement. A rollback hides the
 * first one.
 */
function isBroken(code: string, message: string): boolean {
  return (
    (code === DISK_FULL && message.includes('pg_wal/')) || (code === '24000' && message.startsWith('cannot drop active portal'))
  )
}
