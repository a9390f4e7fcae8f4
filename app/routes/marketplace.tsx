import { siteContext, visitorClient } from '../platform/backend.server.ts'
import { capitalised, shortened } from '../platform/letters.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShelfSearch } from '../ui/shelf-search.tsx'
import { JsonLd } from '../ui/json-ld.tsx'
import { marketplaceLabels } from '../features/materials/categories.ts'
import { shelfFacts } from '../features/materials/facts.ts'
import { MaterialCard } from '../features/materials/material-card.tsx'
import { findMaterials } from '../features/materials/queries.server.ts'
import { marketplacePath, parseMarketplaceQuery } from '../features/materials/schema.ts'
import { requestPath } from '../features/topics/addresses.ts'
import type { Route } from './+types/marketplace'

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseMarketplaceQuery(new URL(request.url).searchParams)
  const client = visitorClient(context)
  const page = await findMaterials(client, query).catch(() => null)
  // A link to a page past the end, or after a material that is gone, shows the beginning instead.
  const beginning =
    page?.total === 0 && query.after ? await findMaterials(client, { ...query, after: null }).catch(() => null) : page
  return { query, page: beginning, url: context.get(siteContext).url }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return []
  }
  const { query, page, url } = loaderData
  return pageMeta({
    ...titled(query),
    index: page !== null && page.total > 0,
    canonical: url + marketplacePath(query),
  })
}

/** What a page of the shelf calls itself: each search, category and part of it has a name of its own. */
function titled({ search, category, after }: Route.ComponentProps['loaderData']['query']) {
  const shelf = category ? capitalised(category) : 'Browse Materials'
  const what = category
    ? `Nursing materials of the kind ${category}`
    : 'Nursing research projects, care studies, seminars and proposals'
  return {
    title: [search ? `${search}: nursing research materials` : shelf, search && category, after && 'continued']
      .filter(Boolean)
      .join(', '),
    description: `${what} from Nigeria${search ? ` on “${shortened(search, 60)}”` : ''}. Read chapter one free before you buy.`,
  }
}

export default function Marketplace({ loaderData: { query, page, url } }: Route.ComponentProps) {
  const { search, category } = query
  return (
    <div className="list">
      {page && page.materials.length > 0 && <JsonLd data={shelfFacts(page.materials, url)} />}
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
        {page && (
          <p className="small soft" role="status">
            <b className="num">{countLine(page.total)}</b>
            {page.total > 0 &&
              (page.forgiving ? ` · nothing matches “${search}” exactly; these come near` : ' · in order of title')}
          </p>
        )}
      </div>
      {page && page.materials.length > 0 ? (
        <ul className="shelf sheet">
          {page.materials.map((material) => (
            <MaterialCard key={material.id} material={material} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No materials found matching your criteria."
          hint={page ? 'Try fewer words, or another category.' : 'The list could not be read just now.'}
        >
          {page ? (
            <>
              <a className="btn go" href="/marketplace">
                Show all materials
              </a>
              <a className="btn" href={requestPath(search)}>
                Request this topic
              </a>
            </>
          ) : (
            <a className="btn go" href={marketplacePath(query)}>
              Try again
            </a>
          )}
        </EmptyState>
      )}
      {page && (page.next || query.after) && (
        <nav className="row" aria-label="Pages">
          {query.after && (
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
    </div>
  )
}

/** 'N materials found' (SPEC 2); one is one. */
function countLine(total: number): string {
  return total === 1 ? '1 material found' : `${total.toLocaleString('en-NG')} materials found`
}
