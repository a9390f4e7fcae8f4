import type { Part, Total } from './parts.ts'
import { getBuckets, download, filesIn } from './project-storage.ts'
import type { Project } from './project.ts'
import { openPostgres, type Session } from './session.ts'
import { type ObjectRow, type OpenFile, getChunks } from './source.ts'
import { tableName, type Table } from './tables.ts'

/** Tables of the platform that are copied: accounts with their passwords, and stored files. Sessions end. */
const OF_THE_PLATFORM: ReadonlySet<string> = new Set(['auth.users', 'auth.identities', 'storage.buckets', 'storage.objects'])

/** Returns true if a table of a hosted project belongs to Lamplight. */
export const isAppTable = (table: Table): boolean =>
  ['public', 'private'].includes(table.schema) || OF_THE_PLATFORM.has(tableName(table))

/**
 * Opens a hosted project for reading: a snapshot of its database if its URL is known, and its files through the storage
 * API. A file that is replaced or removed during the copy is copied in its new version or counts as missing.
 * @throws an error when the key or the database URL is rejected.
 */
export async function openProject(project: Project): Promise<{ parts(): AsyncIterable<Part>; leave(): Promise<void> }> {
  await getBuckets(project)
  if (project.databaseUrl === null) {
    return { parts: () => filesOnly(project), leave: async () => {} }
  }
  const session: Session = await openPostgres(project.databaseUrl)
  const open = async ({ bucket, key }: ObjectRow): Promise<OpenFile | null> => opened(project, bucket, key)
  return {
    parts: () => getChunks(session, { open, dataDirectory: null, isCopied: isAppTable }),
    leave: () => session.close(),
  }
}

async function opened(project: Project, bucket: string, key: string): Promise<OpenFile | null> {
  const there = await download(project, bucket, key)
  return there && { file: there.file, open: () => there.bytes }
}

/** Yields only the files, as a copy without tables. */
async function* filesOnly(project: Project): AsyncGenerator<Part> {
  yield { kind: 'about', about: { format: 1, madeAt: new Date().toISOString(), migrations: [], tables: [], sequences: [] } }
  const total: Total = { tables: {}, files: { count: 0, bytes: 0 }, missing: [] }
  for (const { id: bucket } of await getBuckets(project)) {
    for await (const key of filesIn(project, bucket)) {
      const there = await download(project, bucket, key)
      if (there) {
        total.files.count += 1
        total.files.bytes += there.file.size
        yield { kind: 'file', file: there.file, bytes: there.bytes }
      } else {
        total.missing.push({ bucket, key })
      }
    }
  }
  yield { kind: 'total', total }
}

/** Returns true if a copy has only files, because it was made without the database URL. */
export const holdsFilesOnly = ({ tables }: { tables: readonly Table[] }): boolean => tables.length === 0
