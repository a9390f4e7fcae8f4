import { formatPrice } from '#app/platform/text/money.ts'
import { Icon } from '#app/ui/icon.tsx'
import { formats, type MarketplaceQuery, marketplacePath, orders, priceBounds, yearBounds } from './schema.ts'
import type { MaterialPage } from './queries.server.ts'

type Choice = { value: string; label: string; count?: string }

/** Returns the label of an order; the first depends on whether something is searched. */
export function orderName(order: MarketplaceQuery['order'], search: string): string {
  return {
    best: search ? 'Best match first' : 'Newest first',
    newest: 'Newest first',
    opened: 'Most opened first',
    title: 'By title',
    'price-up': 'Lowest price first',
    'price-down': 'Highest price first',
  }[order]
}

/** Returns the active filters, including the category, each with the query that removes it. */
export function activeFilters(query: MarketplaceQuery) {
  return (
    [
      ['category', 'Any category'],
      ['area', 'Any subject area'],
      ['year', 'Any year'],
      ['price', 'Any price'],
      ['format', 'Any format'],
    ] as const
  ).filter(([facet]) => query[facet] !== null)
}

/**
 * Returns the number of works of a choice, as shown after its name. Empty if it is unknown: a bounded count may have
 * missed all of them.
 */
export function workCount(count: number, more: boolean): string {
  return more && count === 0 ? '' : `(${count}${more ? '+' : ''})`
}

const priceName = (max: number) => (max === 0 ? 'Free' : `To ${formatPrice(max)}`)
const yearName = (from: number) => `From ${from}`

/** Returns the number of filters of the form that are set, and whether the order is. */
function countChosen({ area, year, price, format, order }: MarketplaceQuery): number {
  return [area, year, price, format].filter((chosen) => chosen !== null).length + (order === 'best' ? 0 : 1)
}

/** The button that opens the filters where there is no space for them beside the list. */
export function FiltersButton({ query }: { query: MarketplaceQuery }) {
  const chosen = countChosen(query)
  return (
    <button
      className="btn open-filters"
      type="button"
      popoverTarget="filters"
      aria-label={chosen > 0 ? `Filter and sort (${chosen})` : 'Filter and sort'}
    >
      <Icon name="sliders" />
      <span>
        Filter<span className="wide"> and sort</span> {chosen > 0 && `(${chosen})`}
      </span>
    </button>
  )
}

/** The filters of the form that are set, and a chosen order, each as a link that removes it. */
export function FilterChips({ query }: { query: MarketplaceQuery }) {
  const { area, year, price, format, order, search } = query
  const chips = [
    { facet: 'area', label: area },
    { facet: 'year', label: year === null ? null : yearName(year) },
    { facet: 'price', label: price === null ? null : priceName(price) },
    { facet: 'format', label: format },
    { facet: 'order', label: order === 'best' ? null : orderName(order, search) },
  ].filter(({ label }) => label !== null)
  return (
    chips.length > 0 && (
      <ul className="chips" aria-label="Filters">
        {chips.map(({ facet, label }) => (
          <li key={facet}>
            <a
              className="chip"
              href={marketplacePath({ ...query, [facet]: facet === 'order' ? 'best' : null, page: 1 })}
              aria-label={`Remove ${label}`}
            >
              {label} <span aria-hidden="true">✕</span>
            </a>
          </li>
        ))}
        {chips.length > 1 && (
          <li>
            <a className="chip" href={clearedPath(query)}>
              Clear all
            </a>
          </li>
        )}
      </ul>
    )
  )
}

const clearedPath = ({ search, category, typed }: MarketplaceQuery) => marketplacePath({ search, category, typed })

/**
 * The filters and order of the results: beside them on a laptop, a sheet from below on a phone. Nothing changes until
 * the form is sent. Each choice has its number of works; a filter with only one choice is left out.
 */
export function Filters({ query, page }: { query: MarketplaceQuery; page: MaterialPage }) {
  const { area, year, price, format, order, search, category, typed } = query
  const { facets, facetsMore } = page
  const counted = (of: Record<string, number>, choices: Choice[], chosen: string) =>
    choices
      .filter(({ value }) => (of[value] ?? 0) > 0 || value === chosen || (facetsMore && value in of))
      .map((choice) => ({ ...choice, count: workCount(of[choice.value] ?? 0, facetsMore) }))
  const named = (name: string) => ({ value: name, label: name })
  const areas = Object.keys(facets.area).toSorted((one, other) => one.localeCompare(other, 'en'))
  const sameArea = areas.find((name) => name.toLowerCase() === area?.toLowerCase()) ?? area ?? ''
  const chosenYear = String(year ?? '')
  const chosenPrice = String(price ?? '')
  return (
    <>
      {search && <input type="hidden" name="search" value={search} />}
      {category && <input type="hidden" name="category" value={category} />}
      {typed && <input type="hidden" name="typed" value="yes" />}
      <h2>Filter and sort</h2>
      <Choose
        name="area"
        label="Subject area"
        any="Any subject area"
        chosen={sameArea}
        choices={counted(facets.area, [...new Set([...areas, ...(sameArea ? [sameArea] : [])])].map(named), sameArea)}
      />
      <Pick
        name="price"
        label="Price"
        any="Any price"
        chosen={chosenPrice}
        choices={counted(
          facets.price,
          priceBounds.map((max) => ({ value: String(max), label: priceName(max) })),
          chosenPrice,
        )}
      />
      <Pick
        name="year"
        label="Year"
        any="Any year"
        chosen={chosenYear}
        choices={counted(
          facets.year,
          yearBounds.map((from) => ({ value: String(from), label: yearName(from) })),
          chosenYear,
        )}
      />
      <Pick
        name="format"
        label="Format"
        any="Any format"
        chosen={format ?? ''}
        choices={counted(facets.format, formats.map(named), format ?? '')}
      />
      <Pick
        name="order"
        label="Order"
        any={orderName('best', search)}
        chosen={order === 'best' ? '' : order}
        choices={orders
          .filter((value) => value !== 'best' && (value !== 'newest' || search !== '' || order === 'newest'))
          .map((value) => ({ value, label: orderName(value, search) }))}
      />
      <p className="row show-results">
        <a className="btn" href={clearedPath(query)}>
          Clear
        </a>
        {/* The site's script writes the number of works on it when a choice changes. */}
        <button className="btn go" aria-live="polite">
          Show results
        </button>
      </p>
    </>
  )
}

type ChooseProps = { name: string; label: string; any: string; chosen: string; choices: readonly Choice[] }

/** Returns true if a filter has something to choose: a single choice changes nothing. */
const isWorthAsking = ({ chosen, choices }: ChooseProps) => choices.length > 1 || chosen !== ''

function Choose(props: ChooseProps) {
  const { name, label, any, chosen, choices } = props
  return (
    isWorthAsking(props) && (
      <p className="field">
        <label htmlFor={name}>{label}</label>
        <select id={name} name={name} defaultValue={chosen}>
          <option value="">{any}</option>
          {choices.map(({ value, label: words, count }) => (
            <option key={value} value={value}>
              {`${words} ${count ?? ''}`.trimEnd()}
            </option>
          ))}
        </select>
      </p>
    )
  )
}

function Pick(props: ChooseProps) {
  const { name, label, any, chosen, choices } = props
  return (
    isWorthAsking(props) && (
      <fieldset>
        <legend>{label}</legend>
        {[{ value: '', label: any, count: '' }, ...choices].map(({ value, label: words, count }) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} /> {words} <small>{count}</small>
          </label>
        ))}
      </fieldset>
    )
  )
}
