import type { AppliedMigration } from '#server/backend/migrations.ts'
import type { Sum } from './checksum.ts'
import type { Sequence, Table } from './tables.ts'

/** Metadata at the beginning of a copy. `madeAt` is ISO 8601 in UTC. */
export type About = {
  format: 1
  madeAt: string
  migrations: AppliedMigration[]
  tables: Table[]
  sequences: Sequence[]
}

/** A stored file: its object and metadata. `size` is in bytes. */
export type StoredFile = {
  bucket: string
  key: string
  mimetype: string
  cacheControl: string
  eTag: string
  size: number
}

/** Totals that must be equal in the end. */
export type Total = {
  tables: Record<string, Sum>
  files: { count: number; bytes: number }
  /** Storage rows whose bytes were missing at the source. */
  missing: { bucket: string; key: string }[]
}

/**
 * A part of a copy, in this order: about, keys, rows of each table, files, total. `bytes` must be read to its end
 * before the next part is requested.
 */
export type Part =
  | { kind: 'about'; about: About }
  | { kind: 'keys'; name: string; text: string }
  | { kind: 'rows'; table: string; lines: string[] }
  | { kind: 'file'; file: StoredFile; bytes: AsyncIterable<Uint8Array> }
  | { kind: 'total'; total: Total }
