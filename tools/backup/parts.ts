import type { AppliedMigration } from '#server/backend/migrations.ts'
import type { Sum } from './checksum.ts'
import type { Sequence, Table } from './tables.ts'

/** What a copy says of itself before its rows. `madeAt` is ISO 8601 in UTC. */
export type About = {
  format: 1
  madeAt: string
  migrations: AppliedMigration[]
  tables: Table[]
  sequences: Sequence[]
}

/** A stored file: which object it is, and what is known of it. `size` is in bytes. */
export type StoredFile = {
  bucket: string
  key: string
  mimetype: string
  cacheControl: string
  eTag: string
  size: number
}

/** What has to be equal in the end. */
export type Total = {
  tables: Record<string, Sum>
  files: { count: number; bytes: number }
  /** Rows of the storage whose bytes were already missing at the source. */
  missing: { bucket: string; key: string }[]
}

/**
 * A backend in pieces, in this order: about, keys, rows of each table, files, total. `bytes` has to be read to its end before the next
 * piece is asked for.
 */
export type Part =
  | { kind: 'about'; about: About }
  | { kind: 'keys'; name: string; text: string }
  | { kind: 'rows'; table: string; lines: string[] }
  | { kind: 'file'; file: StoredFile; bytes: AsyncIterable<Uint8Array> }
  | { kind: 'total'; total: Total }
