import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { findReview } from '#app/features/reviews/queries.server.ts'
import { compareStoredFile, openUploadFile } from '#app/features/reviews/commands.server.ts'
import { selarPack } from '#app/features/reviews/selar-pack.server.ts'
import { differentFilePage } from '#app/features/uploads/stored-file.server.ts'
import { zipResponse } from '#app/platform/archives/zip.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import type { Route } from './+types/selar-pack'

/**
 * Returns the Selar pack of an upload, always as a download. The file is compared with the reviewed one before sending,
 * so that the admin can read why there is no pack, and again while sending.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const review = looksLikeUuid(params.id) ? await findReview(admin, params.id, new Set()) : null
  const back = { to: href('/admin/reviews'), label: 'Back to the reviews' }
  const compared = review && (await compareStoredFile(context, admin, params.id))
  if (compared === 'file_changed') {
    throw notFound(
      differentFilePage.title,
      'The stored file is a different one, so there is no pack of it. The review says more.',
      back,
    )
  }
  const file = review && (await openUploadFile(context, admin, params.id))
  if (!review || !file) {
    throw notFound('File not found', 'It may have been removed.', back)
  }
  return zipResponse(`selar-${params.id.slice(0, 8)}.zip`, selarPack(context, review, file))
}
