import { href } from 'react-router'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { recordDifferentFile } from '../features/uploads/commands.server.ts'
import { ownUploadFile } from '../features/uploads/queries.server.ts'
import { differentFilePage, onlyThisFile, openStoredFile, reportDifferentFile } from '../features/uploads/stored-file.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import type { Route } from './+types/upload-file'

/**
 * Returns the file of an upload to its owner and to admins (row security decides). It is always a download, never
 * displayed in our origin, and never another file than the one that was sent.
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
  const stored = file && (await orUnavailable(context, openStoredFile(context, user, file.file_path)))
  if (!file || !stored) {
    throw missing
  }
  const body = onlyThisFile(stored.body, file.file_sha256, async (sha256) => {
    reportDifferentFile(context, params.id)
    await recordDifferentFile(user, params.id, file.file_path, sha256)
  })
  const plain = file.file_name.replaceAll(/[^\w.-]+/g, '-')
  const headers = new Headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  if (stored.length !== null) {
    headers.set('content-length', String(stored.length))
  }
  return new Response(body, { headers })
}
