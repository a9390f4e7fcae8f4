import { href } from 'react-router'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { recordDifferentFile } from '../features/uploads/commands.server.ts'
import { ownUploadFile } from '../features/uploads/queries.server.ts'
import { differentFilePage, downloadStoredFile, reportDifferentFile } from '../features/uploads/stored-file.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import type { Route } from './+types/upload-file'

/**
 * Returns the file of an upload to its owner and to admins (row security decides), as a download.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const back = { to: href('/upload-materials'), label: 'Back to your uploads' }
  const missing = notFound('File not found', 'It is not among your uploads, or it was removed.', back)
  const user = requireUser(context)
  if (!looksLikeUuid(params.id)) {
    throw missing
  }
  const file = await orUnavailable(context, ownUploadFile(user, params.id))
  if (file?.file_changed_at) {
    throw notFound(differentFilePage.title, differentFilePage.text, back)
  }
  const response =
    file &&
    (await downloadStoredFile(
      context,
      user,
      { path: file.file_path, name: file.file_name, sha256: file.file_sha256 },
      async (sha256) => {
        reportDifferentFile(context, params.id)
        await recordDifferentFile(user, params.id, file.file_path, sha256)
      },
    ))
  if (!response) {
    throw missing
  }
  return response
}
