import { href, redirect } from 'react-router'
import { IslandScript } from '../features/shell/island-script.tsx'
import type { Handle } from '../platform/pages/handle.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { capitalised, shortened } from '../platform/text/strings.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { CatalogueSearch } from '../ui/catalogue-search.tsx'
import { JsonLd } from '../ui/json-ld.tsx'
import { listCategories, type MarketplaceLabel, marketplaceLabels, OUTLINE } from '../features/materials/categories.ts'
import { isOutline } from '../features/materials/sold.ts'
import { Corrected } from '../features/search/corrected.tsx'
import { searchedWords } from '../platform/text/effective-query.ts'
import { suggestionsFor } from '../features/search/suggestions.server.ts'
import { activeFilters, FilterChips, Filters, FiltersButton, orderName, workCount } from '#app/features/search/filters.tsx'
import { catalogueStructuredData } from '../features/materials/structured-data.ts'
import { MaterialCard } from '../features/materials/material-card.tsx'
import { withBuyers } from '../features/materials/buyers.server.ts'
import { mixNeighbours } from '../features/search/mix-neighbours.ts'
import { findMaterials, type MaterialPage } from '#app/features/search/queries.server.ts'
import { CodeNote } from '../features/discounts/code-note.tsx'
import { getCode } from '#app/services/discount-code.ts'
import { marketplacePath, type MarketplaceQuery, PAGE_SIZE, parseMarketplaceQuery } from '#app/features/search/schema.ts'
import { previewPath } from '#app/features/materials/preview-path.ts'
import { namedWishes } from '#app/features/search/named-wishes.ts'
import { NothingFound } from '#app/features/search/nothing-found.tsx'
import { recordMissedSearch } from '../features/missed-searches/record.server.ts'
import { TellMeSection } from '../features/alerts/tell-me-form.tsx'
import { alertPath, offeredAlerts } from '../features/alerts/wanted.ts'
import { requestPath } from '../features/topics/addresses.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import { defer } from '../platform/pages/deferred.server.ts'
import { presentValue } from '../platform/pages/deferred.ts'
import { getUnknownCategory, UnknownCategory } from '../ui/unknown-category.tsx'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { CatalogueSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/marketplace'

export const handle: Handle = { styles: 'marketplace', islands: ['search'], sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams
  const query = parseMarketplaceQuery(parameters)
  // A form sends its empty fields too. The address without them is shorter, and one page in caches.
  if ([...parameters.values()].includes('')) {
    throw redirect(marketplacePath(query))
  }
  await consumeSearchRateLimit(context, query.search)
  const client = visitorClient(context)
  const page = findMaterials(client, query).then((found) => {
    if (found.near || (found.total === 0 && activeFilters(query).length === 0)) {
      recordMissedSearch(context, {
        words: query.search,
        kind: 'material',
        near: found.materials.map(({ slug }) => previewPath(slug)),
      })
    }
    // A link to a page past the end shows the beginning instead.
    return found.materials.length + found.nearly.length === 0 && query.page > 1
      ? findMaterials(client, { ...query, page: 1 })
      : found
  })
  const counted = page.then(async (found) => {
    const [materials, nearly, closest] = await Promise.all([
      withBuyers(context, found.materials),
      withBuyers(context, found.nearly),
      withBuyers(context, found.closest),
    ])
    // Without a search the newest are first, and the order among them is free.
    const isFree = query.search === '' && query.order === 'best'
    return { ...found, materials: isFree ? mixNeighbours(materials) : materials, nearly, closest }
  })
  return {
    query,
    unknownCategory: getUnknownCategory(parameters, query.category),
    list: await defer(request, counted),
    // Only the page's script uses them.
    suggestions: request.headers.get('sec-fetch-dest') === 'empty' ? await suggestionsFor(client, query.search) : [],
    code: getCode(parameters.get('code') ?? ''),
    url: context.get(siteContext).url,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return []
  }
  const { query, list, url } = loaderData
  const page = presentValue(list)
  return pageMeta({
    ...titled(query),
    index: page !== null && page?.total !== 0 && activeFilters(query).length === 0 && query.order === 'best' && !query.typed,
    canonical: url + marketplacePath({ search: query.search, category: query.category, page: query.page }),
  })
}

/** Returns the title and description of a page of the marketplace: each search, category and page has its own. */
function titled({ search, category, page }: MarketplaceQuery) {
  const shelf = category ? capitalised(category) : 'Browse Materials'
  const what = category
    ? `Nursing materials of the kind ${category}`
    : 'Nursing research projects, care studies, seminars and proposals'
  return {
    title: [search ? `${search}: nursing research materials` : shelf, search && category, page > 1 && `page ${page}`]
      .filter(Boolean)
      .join(', '),
    description: `${what} for students in Nigeria${search ? ` on “${shortened(search, 60)}”` : ''}. Read part of each free before you buy.`,
  }
}

export default function Marketplace({
  loaderData: { query, unknownCategory, list, suggestions, code, url },
}: Route.ComponentProps) {
  const { search, category } = query
  const shown = presentValue(list)
  const getCount = (label: string) => {
    const known = marketplaceLabels.find((name) => name === label)
    return shown && known ? workCount(countIn(shown, known), shown.facetsMore) : undefined
  }
  const { area, year, price, format, order, typed } = query
  const retained = {
    ...(area ? { area } : {}),
    ...(year === null ? {} : { year: String(year) }),
    ...(price === null ? {} : { price: String(price) }),
    ...(format ? { format } : {}),
    ...(order === 'best' ? {} : { order }),
    ...(typed ? { typed: 'yes' } : {}),
  }
  return (
    <div className="list">
      <div className="list-top">
        <div className="beside">
          <h1>Browse Materials</h1>
          <FiltersButton query={query} />
        </div>
        <CatalogueSearch
          action={href('/marketplace')}
          placeholder="Topic or subject"
          search={search}
          category={category}
          categories={marketplaceLabels}
          retained={retained}
          suggestions={suggestions}
          pathTo={(label) =>
            marketplacePath({ ...query, category: marketplaceLabels.find((known) => known === label) ?? null, page: 1 })
          }
          getCount={getCount}
        />
        {code !== null && <CodeNote code={code} />}
      </div>
      <div className="market">
        <form className="filters" id="filters" popover="auto" action={href('/marketplace')} aria-label="Filter and sort">
          <DeferredContent of={list} skeleton="Loading...">
            {(page) => page && <Filters query={query} page={page} />}
          </DeferredContent>
        </form>
        <div className="list">
          <div className="small soft" role="status" id="count">
            {unknownCategory === '' && (
              <DeferredContent of={list} skeleton="Loading...">
                {(page) => page && <Count page={page} query={query} />}
              </DeferredContent>
            )}
          </div>
          <div className="list" id="found">
            {unknownCategory === '' ? (
              <>
                <FilterChips query={query} />
                <DeferredContent of={list} skeleton={<CatalogueSkeleton />}>
                  {(page) =>
                    page && page.materials.length + page.nearly.length > 0 ? (
                      <Found {...{ page, query, url }} />
                    ) : (
                      <NothingFound {...{ page, query }} requestTo={requestPath(query.search)}>
                        {page && <Closest page={page} search={query.search} />}
                      </NothingFound>
                    )
                  }
                </DeferredContent>
              </>
            ) : (
              <UnknownCategory name={unknownCategory} all="materials" />
            )}
          </div>
          <p className="small">
            <a href={href('/saved')}>Saved and recently seen works</a>
          </p>
        </div>
      </div>
      <IslandScript name="search" />
    </div>
  )
}

/** Links that remove what ranks some works first: a kind, programme, price or year in the search. */
function NamedWishes({ page, query }: { page: MaterialPage; query: MarketplaceQuery }) {
  const wishes = namedWishes(query.search, page.named)
  return (
    wishes.length > 0 && (
      <ul className="chips" aria-label="Listed first">
        {wishes.map(({ name, without }) => (
          <li key={name}>
            <a
              className="chip"
              href={marketplacePath({ ...query, search: without, page: 1 })}
              aria-label={`Search without ${name}`}
            >
              First: {name} <span aria-hidden="true">✕</span>
            </a>
          </li>
        ))}
      </ul>
    )
  )
}

function Found({ page, query, url }: { page: MaterialPage; query: MarketplaceQuery; url: string }) {
  const searched = searchedWords(query.search, page)
  const [works, outlines] = splitOutlines(page.materials)
  return (
    <>
      <JsonLd data={catalogueStructuredData([...page.materials, ...page.nearly], url)} />
      <NamedWishes query={query} page={page} />
      {works.length > 0 && <Shelf materials={works} search={searched} />}
      {outlines.length > 0 && (
        <section className="stack">
          <h2>Outlines, free to read</h2>
          <p className="small soft">Title, objectives and plan of a study. No student carried it out, and there is no file.</p>
          <Shelf materials={outlines} level="h3" search={searched} />
        </section>
      )}
      {page.nearly.length > 0 && (
        <section className="stack">
          <h2>Only mentioned in, or less close</h2>
          <Shelf materials={splitOutlines(page.nearly).flat()} level="h3" search={searched} />
        </section>
      )}
      <Pages page={page} query={query} />
      <NotWhatYouNeed page={page} query={query} />
    </>
  )
}

/** The last resort: works whose words resemble those of a search that found nothing. */
function Closest({ page: { closest }, search }: { page: MaterialPage; search: string }) {
  return (
    closest.length > 0 && (
      <section className="stack">
        <h2>Closest works</h2>
        <p className="small soft">{`No work has the words of “${search}”. These have similar words or initials, and may be about something else.`}</p>
        <Shelf materials={closest} level="h3" search={search} />
      </section>
    )
  )
}

/** With so few full matches, a search offers to tell of new ones. */
const FEW = 3

/** Offers to be told of new works where a search finds nothing exact or few, or in a subject area. */
function NotWhatYouNeed({ page, query: { search, area } }: { page: MaterialPage; query: MarketplaceQuery }) {
  if (page.near) {
    const subject = area ?? page.materials[0]?.subject_area ?? ''
    return (
      <>
        <p>
          Not what you need? <a href={requestPath(search)}>Request this topic</a>.
        </p>
        <TellMeSection offered={offeredAlerts(new URLSearchParams({ search, subject }))} />
      </>
    )
  }
  if (search !== '' && page.total <= FEW) {
    return (
      <p>
        Not what you need? <a href={alertPath({ search, subject: area })}>Be told when another appears</a>.
      </p>
    )
  }
  return (
    area !== null && (
      <p>
        <a href={alertPath({ subject: area })}>{`Tell me about new works in ${area}`}</a>
      </p>
    )
  )
}

/** Returns the works among these materials, and the outlines. */
const splitOutlines = (materials: MaterialPage['materials']) =>
  [materials.filter((material) => !isOutline(material)), materials.filter(isOutline)] as const

/** The position in the list, with links to the previous and the next page. */
function Pages({
  page: { page, hasNext, total, more, materials, nearly },
  query,
}: {
  page: MaterialPage
  query: MarketplaceQuery
}) {
  const first = (page - 1) * PAGE_SIZE + 1
  const last = first + materials.length + nearly.length - 1
  return (
    (hasNext || page > 1) && (
      <nav className="row between" aria-label="Pages">
        {page > 1 && (
          <a className="btn" rel="prev" href={marketplacePath({ ...query, page: page - 1 })}>
            Previous
          </a>
        )}
        <span className="num">
          {last > total ? `Page ${page}` : `${first} to ${last} of ${more ? 'more than ' : ''}${total.toLocaleString('en-NG')}`}
        </span>
        {hasNext && (
          <a className="btn" rel="next" href={marketplacePath({ ...query, page: page + 1 })}>
            Next
          </a>
        )}
      </nav>
    )
  )
}

function Shelf({
  materials,
  level = 'h2',
  search,
}: {
  materials: MaterialPage['materials']
  level?: 'h2' | 'h3'
  search: string
}) {
  return (
    <ul className="shelf sheet">
      {materials.map((material) => (
        <MaterialCard key={material.id} material={material} level={level} search={search} />
      ))}
    </ul>
  )
}

/** Returns the number of materials in a category, under the other filters. */
const countIn = ({ facets }: MaterialPage, label: MarketplaceLabel) =>
  listCategories(label).reduce((sum, name) => sum + (facets.category[name] ?? 0), 0)

/**
 * Line 'N materials found' (SPEC 2) over all pages: works, and the outlines among them. Below it: how the search was
 * read, and what the word on covers means.
 */
function Count({ page, query }: { page: MaterialPage; query: MarketplaceQuery }) {
  const { total, more, near, materials, nearly } = page
  const { search, order } = query
  const outlines = query.category === null && !more && !page.facetsMore ? countIn(page, OUTLINE) : 0
  const number = `${more ? 'more than ' : ''}${total.toLocaleString('en-NG')}`
  return (
    <>
      <p>
        <b className="num">{total === 1 && !more ? '1 material found' : `${number} materials found`}</b>
        {outlines > 0 && (
          <>
            {`: ${total > outlines ? `${formatCount(total - outlines, 'work')}, ` : ''}`}
            <a href={marketplacePath({ ...query, category: OUTLINE, page: 1 })}>{formatCount(outlines, 'outline')}</a>
          </>
        )}
        {total > 0 && <span className="wide">{` · ${orderName(order, search).toLowerCase()}`}</span>}
      </p>
      <Corrected
        search={search}
        corrections={page.corrections}
        offered={page.offered}
        understood={page.understood}
        verbatim={marketplacePath({ ...query, typed: true, page: 1 })}
        pathTo={(meant) => marketplacePath({ ...query, search: meant, page: 1 })}
      />
      {near && <p>{`Nothing matches “${search}” exactly; these mention it or are close.`}</p>}
      {[...materials, ...nearly].some((material) => material.is_sample && !isOutline(material)) && (
        <p>Sample: written to show how Lamplight works.</p>
      )}
    </>
  )
}

const formatCount = (count: number, one: string) => `${count.toLocaleString('en-NG')} ${one}${count === 1 ? '' : 's'}`
