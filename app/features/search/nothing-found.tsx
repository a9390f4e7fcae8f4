import type { ReactNode } from 'react'
import { href } from 'react-router'
import { TellMeSection } from '../alerts/tell-me-form.tsx'
import { offeredAlerts } from '../alerts/wanted.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { activeFilters } from './filters.tsx'
import { marketplacePath, type MarketplaceQuery } from './schema.ts'
import type { MaterialPage } from './queries.server.ts'

/**
 * The marketplace without results: the results of other filters, or, if `page` is null, the failure to read it.
 * `requestTo`: the address for requesting a topic with these words. `children` come below the sentence.
 */
export function NothingFound({
  page,
  query,
  requestTo,
  children,
}: {
  page: MaterialPage | null
  query: MarketplaceQuery
  requestTo: string
  children?: ReactNode
}) {
  const others = page ? otherChoices(page, query) : []
  const empty = (
    <EmptyState title="No materials found matching your criteria." hint={getHint(page, others.length > 0)}>
      {page ? (
        <>
          {others.map(({ to, label }) => (
            <a key={to} className="btn go" href={to}>
              {label}
            </a>
          ))}
          <a className={others.length > 0 ? 'btn' : 'btn go'} href={href('/marketplace')}>
            Show all materials
          </a>
          <a className="btn" href={requestTo}>
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
  // Where another filter has works, nothing is missing.
  const wanted = page && others.length === 0 ? getWanted(query) : []
  return (
    <>
      {empty}
      {children}
      {wanted.length > 0 && <TellMeSection offered={wanted} />}
    </>
  )
}

/** Returns what a visitor who found nothing may want to be told of. */
const getWanted = ({ search, area }: MarketplaceQuery) =>
  offeredAlerts(new URLSearchParams({ search, ...(area && { subject: area }) }))

/**
 * Returns the hint. `another`: one filter less gives some results. A search filters only its best works, so a large
 * catalogue may have more.
 */
function getHint(page: MaterialPage | null, another: boolean): string {
  if (!page) {
    return 'The list could not be loaded.'
  }
  if (!another) {
    return 'Try fewer words, or another category.'
  }
  return page.facetsMore
    ? 'Nothing matches both your words and all your filters. Remove a filter to see more.'
    : 'Remove a filter to see more.'
}

/** Returns other filters with results: each one removed or, if that gives nothing either, all of them. */
function otherChoices(page: MaterialPage, query: MarketplaceQuery): { to: string; label: string }[] {
  const chosen = activeFilters(query)
  const input = (facet: string) => page.facets.without[facet] ?? 0
  const count = (facet: string) => `${input(facet)}${page.facetsMore ? '+' : ''}`
  const others = chosen.filter(([facet]) => input(facet) > 0)
  if (others.length === 0 && chosen.length > 1 && input('all') > 0) {
    return [
      { to: marketplacePath({ search: query.search, typed: query.typed }), label: `Without these filters: ${count('all')}` },
    ]
  }
  return others.map(([facet, any]) => ({
    to: marketplacePath({ ...query, [facet]: null, page: 1 }),
    label: `${any}: ${count(facet)}`,
  }))
}
