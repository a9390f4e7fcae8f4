import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { findMaterialsToSell } from '#app/features/money/queries.server.ts'
import { cleanSearch } from '#app/platform/lists/keyset.server.ts'
import type { Route } from './+types/sale-titles'

/** Returns the materials that can be sold whose title has every word of `q`, while an admin types. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const search = cleanSearch(new URL(request.url).searchParams.get('q'), 400)
  return Response.json(await findMaterialsToSell(admin, search), { headers: { 'cache-control': 'private, no-store' } })
}
