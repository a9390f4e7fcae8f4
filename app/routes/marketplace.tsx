import { IslandScript } from '../features/shell/island-script.tsx'
import type { Handle } from '../platform/pages/handle.ts'
import { siteContext, visitorClient } from '../platform/process/backend.server.ts'
import { capitalised, shortened } from '../platform/text/letters.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShelfSearch } from '../ui/shelf-search.tsx'
import { JsonLd } from '../ui/json-ld.tsx'
import { marketplaceLabels } from '../features/materials/categories.ts'
import { shelfStructuredData } from '../features/materials/structured-data.ts'
import { MaterialCard } from '../features/materials/material-card.tsx'
import { findMaterials, type MaterialPage } from '../features/materials/queries.server.ts'
import { marketplacePath, type MarketplaceQuery, parseMarketplaceQuery } from '../features/materials/schema.ts'
import { requestPath } from '../features/topics/addresses.ts'
import { takeTurnToSearch } from '../platform/limits/limits.server.ts'
import { soon } from '../platform/pages/soon.server.ts'
import { here } from '../platform/pages/soon.ts'
import { Later } from '../ui/later.tsx'
import { ShelfSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/marketplace'

export const handle: Handle = { islands: ['search'] }

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseMarketplaceQuery(new URL(request.url).searchParams)
  await takeTurnToSearch(context, query.search)
  const client = visitorClient(context)
  const page = findMaterials(client, query).then((found) =>
    // A link to a page past the end, or after a material that is gone, shows the beginning instead.
    found.total === 0 && query.after ? findMaterials(client, { ...query, after: null }) : found,
  )
  return { query, list: await soon(request, page), url: context.get(siteContext).url }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return []
  }
  const { query, list, url } = loaderData
  const page = here(list)
  return pageMeta({
    ...titled(query),
    index: page !== null && page?.total !== 0,
    canonical: url + marketplacePath(query),
  })
}

/** What a page of the shelf calls itself: each search, category and part of it has a name of its own. */
function titled({ search, category, after }: MarketplaceQuery) {
  const shelf = category ? capitalised(category) : 'Browse Materials'
  const what = category
    ? `Nursing materials of the kind ${category}`
    : 'Nursing research projects, care studies, seminars and proposals'
  return {
    title: [search ? `${search}: nursing research materials` : shelf, search && category, after && 'continued']
      .filter(Boolean)
      .join(', '),
    description: `${what} for students in Nigeria${search ? ` on “${shortened(search, 60)}”` : ''}. Read part of each free before you buy.`,
  }
}

export default function Marketplace({ loaderData: { query, list, url } }: Route.ComponentProps) {
  const { search, category } = query
  return (
    <div className="list">
      <div className="stack">
        <h1>Browse Materials</h1>
        <ShelfSearch
          action="/marketplace"
          placeholder="Topic or subject"
          search={search}
          category={category}
          categories={marketplaceLabels}
          pathTo={(label) => marketplacePath({ search, category: label })}
        />
        <div className="small soft" role="status" id="count">
          <Later of={list} skeleton="Loading...">
            {(page) => page && <Count page={page} search={search} />}
          </Later>
        </div>
      </div>
      <div className="list" id="found">
        <Later of={list} skeleton={<ShelfSkeleton />}>
          {(page) => (page && page.materials.length > 0 ? <Found {...{ page, query, url }} /> : <Nothing {...{ page, query }} />)}
        </Later>
      </div>
      <IslandScript name="search" />
    </div>
  )
}

function Found({ page, query, url }: { page: MaterialPage; query: MarketplaceQuery; url: string }) {
  const { search, category, after } = query
  return (
    <>
      <JsonLd data={shelfStructuredData(page.materials, url)} />
      <ul className="shelf sheet">
        {page.materials.map((material) => (
          <MaterialCard key={material.id} material={material} />
        ))}
      </ul>
      {(page.next || after) && (
        <nav className="row" aria-label="Pages">
          {after && (
            <a className="btn" href={marketplacePath({ search, category })}>
              First page
            </a>
          )}
          {page.next && (
            <a className="btn" rel="next" href={marketplacePath({ search, category, after: page.next })}>
              More materials
            </a>
          )}
        </nav>
      )}
    </>
  )
}

/** 'N materials found' (SPEC 2), over all pages, and how they were found. */
function Count({ page: { total, forgiving, materials }, search }: { page: MaterialPage; search: string }) {
  return (
    <>
      <b className="num">{total === 1 ? '1 material found' : `${total.toLocaleString('en-NG')} materials found`}</b>
      {total > 0 && (forgiving ? ` · nothing matches “${search}” exactly; these come near` : ' · in order of title')}
      {materials.some(({ is_sample }) => is_sample) && ' · those marked sample were written to show how Lamplight works'}
    </>
  )
}

function Nothing({ page, query }: { page: MaterialPage | null; query: MarketplaceQuery }) {
  return (
    <EmptyState
      title="No materials found matching your criteria."
      hint={page ? 'Try fewer words, or another category.' : 'The list could not be read just now.'}
    >
      {page ? (
        <>
          <a className="btn go" href="/marketplace">
            Show all materials
          </a>
          <a className="btn" href={requestPath(query.search)}>
            Request this topic
          </a>
        </>
      ) : (
        <a className="btn go" href={marketplacePath(query)}>
          Try again
        </a>
      )}
    </EmptyState>
  )
}
