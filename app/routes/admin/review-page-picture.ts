import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { drawUploadPage } from '#app/features/reviews/upload-content.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { Route } from './+types/review-page-picture'

/** Returns a page of an upload's PDF as a picture. Nothing caches it outside this process. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const isAddress = looksLikeUuid(params.id) && /^[1-9]\d{0,3}$/.test(params.number)
  const picture = isAddress ? await drawUploadPage(context, admin, params.id, Number(params.number)) : null
  const headers = { 'cache-control': 'private, no-store' }
  return picture
    ? new Response(new Uint8Array(picture), { headers: { ...headers, 'content-type': 'image/webp' } })
    : new Response(null, { status: 404, headers })
}
