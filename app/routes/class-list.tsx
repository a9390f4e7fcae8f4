import { href } from 'react-router'
import { withBuyers } from '../features/materials/buyers.server.ts'
import { findBySlugs } from '../features/materials/queries.server.ts'
import { CardList } from '../features/saved/card-list.tsx'
import { MAX_SHARED, shareOnWhatsApp } from '../features/saved/saved-works.ts'
import { looksLikeSlug } from '../platform/pages/keys.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { formatNaira } from '../platform/text/money.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/class-list'

export const handle: Handle = { styles: 'phone' }

/** Loads the works whose slugs are in the address: a list that one student shares with a class as one link. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const slugs = (url.searchParams.get('works') ?? '').split(',').filter(looksLikeSlug).slice(0, MAX_SHARED)
  const works = slugs.length === 0 ? [] : await orUnavailable(context, findBySlugs(visitorClient(context), slugs))
  return {
    works: await withBuyers(context, works),
    total: works.reduce((sum, { price }) => sum + price, 0),
    share: shareOnWhatsApp(works, new URL(context.get(siteContext).url).origin),
  }
}

export const meta = () => pageMeta({ title: 'A list for your class', description: 'Works that a student shares.', index: false })

export default function ClassList({ loaderData: { works, total, share } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <h1>A list for your class</h1>
      {works.length === 0 ? (
        <EmptyState
          title="No work of this list is in the shop"
          hint="The link may be cut off, or the works are no longer sold. Ask who sent it for a new one."
        >
          <a className="btn go" href={href('/marketplace')}>
            Browse Materials
          </a>
        </EmptyState>
      ) : (
        <>
          <p>
            {works.length === 1 ? 'One work' : `${works.length} works`},{' '}
            {total === 0 ? 'all free' : `${formatNaira(total)} together`}. Each buys their own copy: read first, then pay for what
            you need.
          </p>
          <CardList id="class-list" works={works} />
          <p>
            <a className="btn" href={share}>
              Share on WhatsApp
            </a>
          </p>
        </>
      )}
    </div>
  )
}
