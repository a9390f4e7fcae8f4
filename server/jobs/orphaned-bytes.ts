import type { EmbeddedBackend } from '../backend/start.ts'
import { FileStorage } from '../backend/file-storage.ts'

const A_DAY_MS = 24 * 60 * 60 * 1000
const ROWS_AT_ONCE = 2000
/** Up to this many bytes or rows without their counterpart are normal after killed processes. */
const FEW = 20

type Row = { id: string; bucket_id: string; name: string; upload_id: string | null; is_house: boolean; is_old: boolean }
export type Matched = {
  /** Number of removed files without a row. */
  removed: number
  /** Rows a day old whose bytes are missing. `upload` is the upload that uses the file, if any. */
  lost: { bucket: string; name: string; upload: string | null }[]
}

/**
 * Compares the files of the embedded storage with its rows. A process that is killed while storing leaves a file
 * without a row. Neither searches nor the deletion of an account reach it, so it is removed when it is a day old.
 * @throws when more files lack their counterpart than have it. Then the database or the folder was lost or restored
 * from another day, and nothing may be removed.
 */
export async function matchBytesWithRows({ storage, database }: EmbeddedBackend, now = Date.now()): Promise<Matched> {
  const rows = new Map<string, Row>()
  for (let last = ''; ;) {
    const page: Row[] = await database.query<Row>(
      `select o.id::text, o.bucket_id, o.name, u.id as upload_id,
              o.bucket_id = 'material-uploads' and exists (select from private.platform_files h where h.file_path = o.name) as is_house, o.created_at < now() - interval '1 day' as is_old
         from storage.objects o left join public.material_uploads u on o.bucket_id = 'material-uploads' and u.file_path = o.name
        where o.id::text > $1 order by o.id::text limit ${ROWS_AT_ONCE}`,
      [last],
    )
    for (const row of page) {
      rows.set(FileStorage.getName(row.bucket_id, row.name), row)
    }
    last = page.at(-1)?.id ?? ''
    if (page.length < ROWS_AT_ONCE) {
      break
    }
  }
  // Files are listed after the rows. A file that got its row in between is too young to be removed.
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
    // The row of a lost platform file stays: its page says that the file is unavailable.
    row.is_old && !row.is_house && !withBytes.has(name) ? [{ bucket: row.bucket_id, name: row.name, upload: row.upload_id }] : [],
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
