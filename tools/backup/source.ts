import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { FileStorage } from '#server/backend/file-storage.ts'
import type { AppliedMigration } from '#server/backend/migrations.ts'
import { ifMissing } from '#server/missing-file.ts'
import { RowSum } from './checksum.ts'
import type { Part, StoredFile, Total } from './parts.ts'
import type { Session } from './session.ts'
import { tableName, getRows, getSequences, type Table, getTables } from './tables.ts'

/** Where a backend's pieces are read from. */
export type Source = {
  session: Session
  /** Directories with stored files (DATA_DIR/objects and what a running Lamplight set aside), the likelier one first. */
  files: readonly string[]
  /** The data directory, for its keys. */
  dataDirectory: string
}

/** Files of a data directory that go along: the backend's keys, without which every session ends. */
export const KEY_FILES = ['backend-keys.json', 'demo-accounts.json'] as const

/** Reads a whole backend. The database is of one moment: that of the first query. */
export function getParts({ session, files, dataDirectory }: Source): AsyncGenerator<Part> {
  return getChunks(session, { open: (row) => storedFile(files, row), dataDirectory, isCopied: () => true })
}

/** What beside its rows belongs to a backend; `isCopied`: which of its tables go along. */
export type Around = {
  open(row: ObjectRow): Promise<OpenFile | null>
  dataDirectory: string | null
  isCopied(table: Table): boolean
}

/** A stored file that can be read; the bytes once. */
export type OpenFile = { file: StoredFile; open(): Readable }

/** Reads a backend with whatever keeps its files. */
export async function* getChunks(session: Session, { open, dataDirectory, isCopied }: Around): AsyncGenerator<Part> {
  await session.query('begin transaction isolation level repeatable read read only')
  try {
    const tables = (await getTables(session)).filter(isCopied)
    const [now] = await session.query<{ at: string }>(
      `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`,
    )
    const about = {
      format: 1 as const,
      madeAt: now?.at ?? '',
      migrations: await appliedMigrations(session),
      tables,
      sequences: await getSequences(session),
    }
    yield { kind: 'about', about }
    for (const name of KEY_FILES) {
      const text = dataDirectory === null ? null : await getText(path.join(dataDirectory, name))
      if (text !== null) {
        yield { kind: 'keys', name, text }
      }
    }
    const total: Total = { tables: {}, files: { count: 0, bytes: 0 }, missing: [] }
    for (const table of tables) {
      const name = tableName(table)
      const sum = new RowSum()
      for await (const lines of getRows(session, table)) {
        sum.add(lines)
        yield { kind: 'rows', table: name, lines }
      }
      total.tables[name] = sum.result()
    }
    for (const row of await objectRows(session)) {
      const found = await open(row)
      if (found) {
        total.files.count += 1
        total.files.bytes += found.file.size
        const bytes = found.open()
        try {
          yield { kind: 'file', file: found.file, bytes }
        } finally {
          // Whoever did not read to the end leaves no open file.
          bytes.destroy()
        }
      } else {
        total.missing.push({ bucket: row.bucket, key: row.key })
      }
    }
    yield { kind: 'total', total }
  } finally {
    await session.query('rollback')
  }
}

/** The migrations a database has, with their SQL; none when it is no Lamplight's. */
export async function appliedMigrations(session: Pick<Session, 'query'>): Promise<AppliedMigration[]> {
  const [list] = await session.query<{ made: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as made`,
  )
  return list?.made
    ? session.query<AppliedMigration>(
        'select version, name, statements from supabase_migrations.schema_migrations order by version',
      )
    : []
}

/** A row of the storage. */
export type ObjectRow = { bucket: string; key: string; etag: string | null }

function objectRows(session: Session): Promise<ObjectRow[]> {
  return session.query<ObjectRow>(
    `select bucket_id as bucket, name as key, metadata ->> 'eTag' as etag from storage.objects order by bucket_id, name`,
  )
}

/**
 * Finds the bytes of an object. A file may have been replaced since the moment of the rows; then the directory of what was set aside has the
 * older one, and the row's eTag says which is meant.
 */
async function storedFile(directories: readonly string[], { bucket, key, etag }: ObjectRow): Promise<OpenFile | null> {
  const there = (await Promise.all(directories.map((directory) => opened(directory, bucket, key)))).filter(
    (each) => each !== null,
  )
  const chosen = there.find(({ file }) => file.eTag === etag) ?? there[0] ?? null
  await Promise.all(there.map(async (each) => (each === chosen ? undefined : each.handle.close())))
  return chosen && { file: chosen.file, open: () => chosen.handle.createReadStream() }
}

/** The open file of an object, so that it stays readable when it is removed meanwhile; null when it is not there. */
async function opened(
  directory: string,
  bucket: string,
  key: string,
): Promise<{ file: StoredFile; handle: fs.FileHandle } | null> {
  const place = FileStorage.placeIn(directory, FileStorage.getName(bucket, key))
  const handle = await fs.open(place).catch(ifMissing(null))
  const description = await getText(`${place}.json`)
  if (!handle || description === null) {
    await handle?.close()
    return null
  }
  const { size } = await handle.stat()
  const { mimetype, cacheControl, eTag } = JSON.parse(description) as StoredFile
  return { file: { bucket, key, mimetype, cacheControl, eTag, size }, handle }
}

async function getText(file: string): Promise<string | null> {
  return fs.readFile(file, 'utf8').catch(ifMissing(null))
}
