import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import type { FoundWorks } from '#app/features/console/works.ts'
import { findWorks, getWorks } from '#app/features/console/works.server.ts'
import { cleanSearch } from '#app/platform/lists/keyset.server.ts'
import type { Route } from './+types/find-works'

/** Returns the works for a form of the console: those of a search `q` while an admin types, or those of each `slug`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { searchParams } = new URL(request.url)
  const by = searchParams.get('q') ?? ''
  const slugs = searchParams.getAll('slug').map((slug) => cleanSearch(slug, 200))
  const works = slugs.length > 0 ? await getWorks(admin, slugs) : await findWorks(admin, cleanSearch(by, 400))
  return Response.json({ by, works } satisfies FoundWorks, { headers: { 'cache-control': 'private, no-store' } })
}
