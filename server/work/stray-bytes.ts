import type { EmbeddedBackend } from '../backend/start.ts'
import { FileStorage } from '../backend/file-storage.ts'

const A_DAY_MS = 24 * 60 * 60 * 1000
const ROWS_AT_ONCE = 2000
/** Up to so many without their counterpart are what killed processes leave behind, whatever else there is. */
const FEW = 20

type Row = { id: string; bucket_id: string; name: string; upload_id: string | null; is_old: boolean }
export type Matched = {
  /** How many files were removed of which no row knows. */
  removed: number
  /** Rows that are a day old and whose bytes are not there; `upload` stands on it. */
  lost: { bucket: string; name: string; upload: string | null }[]
}

/**
 * Compares the bytes of the embedded storage with its rows. A process that is killed while it stores leaves bytes that no row names, so that
 * nothing could ever ask for them, or remove them with their account: they go once they are a day old.
 * @throws when more is without its counterpart than with it. Then the database, or the folder, was lost or put back from another day, and nothing
 * may be removed because of the other.
 */
export async function matchBytesWithRows({ storage, database }: EmbeddedBackend, now = Date.now()): Promise<Matched> {
  const rows = new Map<string, Row>()
  for (let last = ''; ;) {
    const page: Row[] = await database.query<Row>(
      `select o.id::text, o.bucket_id, o.name, u.id as upload_id, o.created_at < now() - interval '1 day' as is_old
         from storage.objects o left join public.material_uploads u on o.bucket_id = 'material-uploads' and u.file_path = o.name
        where o.id::text > $1 order by o.id::text limit ${ROWS_AT_ONCE}`,
      [last],
    )
    for (const row of page) {
      rows.set(FileStorage.nameOf(row.bucket_id, row.name), row)
    }
    last = page.at(-1)?.id ?? ''
    if (page.length < ROWS_AT_ONCE) {
      break
    }
  }
  // The files after the rows: one that got its row meanwhile was written meanwhile too, and is too young to go.
  const newest = new Map<string, number>()
  const withBytes = new Set<string>()
  for await (const { name, part, at } of storage.written()) {
    newest.set(name, Math.max(at, newest.get(name) ?? 0))
    if (part === 'bytes') {
      withBytes.add(name)
    }
  }
  const stray = [...newest].filter(([name, at]) => !rows.has(name) && at < now - A_DAY_MS)
  const lost = [...rows].flatMap(([name, row]) =>
    row.is_old && !withBytes.has(name) ? [{ bucket: row.bucket_id, name: row.name, upload: row.upload_id }] : [],
  )
  const together = rows.size - lost.length
  if (Math.max(stray.length, lost.length) > Math.max(FEW, together)) {
    throw new Error(
      `${stray.length} files of the storage have no row, ${lost.length} rows no file, and ${together} have both. Was the database or the folder lost, or put back from another day? Nothing was removed`,
    )
  }
  for (const [name] of stray) {
    await storage.removeWritten(name)
  }
  return { removed: stray.length, lost }
}
