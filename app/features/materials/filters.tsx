import { formatPrice } from '#app/platform/text/money.ts'
import { type MarketplaceQuery, formats, orders, priceBounds, yearBounds } from './schema.ts'
import type { MaterialPage } from './catalogue.server.ts'

type Choice = { value: string; label: string }

/** Returns the label of an order; the first depends on whether something is searched. */
export function orderName(order: MarketplaceQuery['order'], search: string): string {
  return {
    best: search ? 'Best match first' : 'By title',
    newest: 'Newest first',
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

/**
 * The filters and order of the results, as fields of the search form: each choice with its number of works, all in the
 * address, without a script. Closed while nothing is chosen.
 */
export function Filters({ query, page }: { query: MarketplaceQuery; page: MaterialPage }) {
  const { area, year, price, format, order, search } = query
  const { facets, facetsMore } = page
  const counted = (of: Record<string, number>, choices: Choice[], chosen: string) =>
    choices
      .filter(({ value }) => (of[value] ?? 0) > 0 || value === chosen || (facetsMore && value in of))
      .map(({ value, label }) => ({ value, label: `${label} ${workCount(of[value] ?? 0, facetsMore)}`.trimEnd() }))
  const areas = Object.keys(facets.area).toSorted((one, other) => one.localeCompare(other, 'en'))
  const sameArea = areas.find((name) => name.toLowerCase() === area?.toLowerCase()) ?? area ?? ''
  const named = (name: string) => ({ value: name, label: name })
  return (
    <details open={[area, year, price, format].some((chosen) => chosen !== null) || order !== 'best'}>
      <summary>Filter and sort</summary>
      <div className="grid3">
        <Choose
          name="area"
          label="Subject area"
          any="Any subject area"
          chosen={sameArea}
          choices={counted(facets.area, [...new Set([...areas, ...(sameArea ? [sameArea] : [])])].map(named), sameArea)}
        />
        <Choose
          name="year"
          label="Year"
          any="Any year"
          chosen={String(year ?? '')}
          choices={counted(
            facets.year,
            yearBounds.map((from) => ({ value: String(from), label: `${from} or newer` })),
            String(year ?? ''),
          )}
        />
        <Choose
          name="price"
          label="Price"
          any="Any price"
          chosen={String(price ?? '')}
          choices={counted(
            facets.price,
            priceBounds.map((max) => ({ value: String(max), label: max === 0 ? 'Free' : `Up to ${formatPrice(max)}` })),
            String(price ?? ''),
          )}
        />
        <Choose
          name="format"
          label="Format"
          any="Any format"
          chosen={format ?? ''}
          choices={counted(facets.format, formats.map(named), format ?? '')}
        />
        <Choose
          name="order"
          label="Order"
          any={orderName('best', search)}
          chosen={order === 'best' ? '' : order}
          choices={orders.slice(1).map((value) => ({ value, label: orderName(value, search) }))}
        />
      </div>
    </details>
  )
}

/** Reserves the space of the filters while they load. */
export function FiltersSkeleton() {
  return (
    <details>
      <summary>Filter and sort</summary>
    </details>
  )
}

function Choose(props: { name: string; label: string; any?: string; chosen: string; choices: readonly Choice[] }) {
  const { name, label, any, chosen, choices } = props
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen}>
        {any && <option value="">{any}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </p>
  )
}
