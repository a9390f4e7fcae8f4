import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/services/site.server.ts'
import type { TextBlock } from '#app/services/reading.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { reportDifferentFile } from '../uploads/stored-file.server.ts'
import { withUploadFile } from './commands.server.ts'

type Context = Readonly<RouterContextProvider>
type SentFile = { file_path: string; file_sha256: string | null }

/**
 * Draws a page of an upload's PDF as WebP. `number` counts from 1. Another file than the one that was sent is not
 * drawn.
 * @returns null if there is no such page, or it cannot be drawn.
 * @throws if the backend failed.
 */
export async function drawUploadPage(
  context: Context,
  admin: CurrentUser,
  upload: string,
  number: number,
): Promise<Uint8Array | null> {
  const sent = await findSentFile(admin, upload)
  return sent && /\.pdf$/i.test(sent.file_path)
    ? context
        .get(siteContext)
        .drawPage(`${sent.file_path} ${sent.file_sha256}`, number, (draw) => withSentFile(context, admin, upload, sent, draw))
    : null
}

/**
 * Reads the whole text of an upload that is a Word document or a presentation. Another file than the one that was sent
 * is not read.
 * @returns null if it cannot be read.
 * @throws if the backend failed.
 */
export async function readUploadText(context: Context, admin: CurrentUser, upload: string): Promise<TextBlock[] | null> {
  const sent = await findSentFile(admin, upload)
  const [, ending] = sent?.file_path.toLowerCase().match(/\.(docx|pptx)$/) ?? []
  return sent && ending
    ? withSentFile(context, admin, upload, sent, (place) => context.get(siteContext).readText(place, ending))
    : null
}

/** Returns the file that the student sent; null if there is no upload, or its stored file is another one. */
async function findSentFile(admin: CurrentUser, upload: string): Promise<SentFile | null> {
  const { data: row } = await admin.client
    .from('material_uploads')
    .select('file_path, file_sha256, file_changed_at')
    .eq('id', upload)
    .maybeSingle()
    .throwOnError()
  return row && !row.file_changed_at ? row : null
}

/** Puts the sent file on the disk while `use` runs. Returns null if the stored file is missing or another one. */
async function withSentFile<Result>(
  context: Context,
  admin: CurrentUser,
  upload: string,
  sent: SentFile,
  use: (place: string) => Promise<Result>,
): Promise<Result | null> {
  const result = await withUploadFile(context, admin, upload, async ({ storedAs, place, sha256 }) => {
    if (storedAs !== sent.file_path || (sent.file_sha256 !== null && sent.file_sha256 !== sha256)) {
      reportDifferentFile(context, upload)
      return null
    }
    return use(place)
  })
  return typeof result === 'string' ? null : result
}
