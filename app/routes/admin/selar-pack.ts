import { operatorOf } from '../../features/console/operator.server.ts'
import { findReview } from '../../features/reviews/queries.server.ts'
import { openUploadFile } from '../../features/reviews/commands.server.ts'
import { selarPack } from '../../features/reviews/selar-pack.server.ts'
import { looksLikeUuid } from '../../platform/keys.ts'
import { notFound } from '../../platform/not-found.server.ts'
import type { Route } from './+types/selar-pack'

/** The Selar pack of an upload, always a download. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const operator = operatorOf(context)
  const review = looksLikeUuid(params.id) ? await findReview(operator, params.id, new Set()) : null
  const file = review && (await openUploadFile(context, operator, params.id))
  if (!review || !file) {
    throw notFound('File not found', 'It may have been removed.', { to: '/admin/reviews', label: 'Back to the reviews' })
  }
  return new Response(await selarPack(context, review, file), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="selar-${params.id.slice(0, 8)}.zip"`,
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  })
}
