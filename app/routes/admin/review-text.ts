import { data } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { readUploadText } from '#app/features/reviews/upload-content.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/review-text'

/** Returns the whole text of an upload that is a Word document or a presentation; `text` is null if it cannot be read. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const text = looksLikeUuid(params.id)
    ? await readUploadText(context, admin, params.id).catch(orLog('Could not read the text of an upload', null))
    : null
  return data({ text }, { headers: { 'cache-control': 'private, no-store' } })
}
