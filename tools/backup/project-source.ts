import type { Part, Total } from './parts.ts'
import { getBuckets, download, filesIn } from './project-storage.ts'
import type { Project } from './project.ts'
import { openPostgres, type Session } from './session.ts'
import { type ObjectRow, type OpenFile, getChunks } from './source.ts'
import { tableName, type Table } from './tables.ts'

/** What of the platform's own tables is a marketplace's: accounts with their passwords, and which files there are. Sessions end. */
const OF_THE_PLATFORM: ReadonlySet<string> = new Set(['auth.users', 'auth.identities', 'storage.buckets', 'storage.objects'])

/** Whether a table of a hosted project belongs to Lamplight. */
export const isOfApp = (table: Table): boolean =>
  ['public', 'private'].includes(table.schema) || OF_THE_PLATFORM.has(tableName(table))

/**
 * Opens a hosted project for reading: rows from its database, of one moment, when its address is known; files by the storage API in any case. A file
 * that is replaced or removed meanwhile comes as it is then, or counts as missing.
 * @throws a sentence when the key or the address of the database is refused.
 */
export async function openProject(project: Project): Promise<{ parts(): AsyncIterable<Part>; leave(): Promise<void> }> {
  await getBuckets(project)
  if (project.databaseUrl === null) {
    return { parts: () => filesOnly(project), leave: async () => {} }
  }
  const session: Session = await openPostgres(project.databaseUrl)
  const open = async ({ bucket, key }: ObjectRow): Promise<OpenFile | null> => opened(project, bucket, key)
  return {
    parts: () => getChunks(session, { open, dataDirectory: null, isCopied: isOfApp }),
    leave: () => session.close(),
  }
}

async function opened(project: Project, bucket: string, key: string): Promise<OpenFile | null> {
  const there = await download(project, bucket, key)
  return there && { file: there.file, open: () => there.bytes }
}

/** The files alone, as a copy without tables. */
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

/** Whether a copy holds files alone, because it was made without the address of the database. */
export const holdsFilesOnly = ({ tables }: { tables: readonly Table[] }): boolean => tables.length === 0
