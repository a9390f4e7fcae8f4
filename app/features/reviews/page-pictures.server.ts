import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/platform/process/backend.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { reportDifferentFile } from '../uploads/stored-file.server.ts'
import { withUploadFile } from './commands.server.ts'

/**
 * Draws a page of an upload's PDF as WebP. `number` counts from 1. Another file than the one that was sent is not
 * drawn.
 * @returns null if there is no such page, or it cannot be drawn.
 * @throws if the backend failed.
 */
export async function drawUploadPage(
  context: Readonly<RouterContextProvider>,
  admin: CurrentUser,
  upload: string,
  number: number,
): Promise<Uint8Array | null> {
  const { data: row } = await admin.client
    .from('material_uploads')
    .select('file_path, file_sha256, file_changed_at')
    .eq('id', upload)
    .maybeSingle()
    .throwOnError()
  if (!row || row.file_changed_at || !row.file_path.toLowerCase().endsWith('.pdf')) {
    return null
  }
  return context.get(siteContext).drawPage(`${row.file_path} ${row.file_sha256}`, number, async (draw) => {
    const drawn = await withUploadFile(context, admin, upload, async ({ storedAs, place, sha256 }) => {
      if (storedAs !== row.file_path || (row.file_sha256 !== null && row.file_sha256 !== sha256)) {
        reportDifferentFile(context, upload)
        return null
      }
      return draw(place)
    })
    return typeof drawn === 'string' ? null : drawn
  })
}
