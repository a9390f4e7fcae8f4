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

/** The source of a copy. */
export type Source = {
  session: Session
  /** Directories with stored files (DATA_DIR/objects and the snapshot of a running site), the likelier one first. */
  files: readonly string[]
  /** The data directory, for its keys. */
  dataDirectory: string
}

/** Files of a data directory that are copied: without the backend's keys every session ends. */
export const KEY_FILES = ['backend-keys.json', 'demo-accounts.json'] as const

/** Reads a whole backend. The database snapshot is taken at the first query. */
export function getParts({ session, files, dataDirectory }: Source): AsyncGenerator<Part> {
  return getChunks(session, { open: (row) => storedFile(files, row), dataDirectory, isCopied: () => true })
}

/** The parts of a backend other than its rows; `isCopied` selects the copied tables. */
export type Around = {
  open(row: ObjectRow): Promise<OpenFile | null>
  dataDirectory: string | null
  isCopied(table: Table): boolean
}

/** A stored file whose bytes can be read once. */
export type OpenFile = { file: StoredFile; open(): Readable }

/** Reads a backend with any kind of file storage. */
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
          // Close the file if the consumer stopped early.
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

/** Returns the applied migrations with their SQL; none if the database is not Lamplight's. */
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
 * Finds the bytes of an object. If the file was replaced after the snapshot of the rows, the snapshot directory has the
 * older version, and the row's eTag identifies it.
 */
async function storedFile(directories: readonly string[], { bucket, key, etag }: ObjectRow): Promise<OpenFile | null> {
  const there = (await Promise.all(directories.map((directory) => openObject(directory, bucket, key)))).filter(
    (each) => each !== null,
  )
  const chosen = there.find(({ file }) => file.eTag === etag) ?? there[0] ?? null
  await Promise.all(there.map(async (each) => (each === chosen ? undefined : each.handle.close())))
  return chosen && { file: chosen.file, open: () => chosen.handle.createReadStream() }
}

/** Opens the file of an object, so that it stays readable if it is removed. Returns null if it does not exist. */
async function openObject(
  directory: string,
  bucket: string,
  key: string,
): Promise<{ file: StoredFile; handle: fs.FileHandle } | null> {
  const place = FileStorage.pathIn(directory, FileStorage.getName(bucket, key))
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
