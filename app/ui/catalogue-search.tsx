import type { ReactNode } from 'react'
import { Suggestions } from './suggestions.tsx'
import { capitalised } from '../platform/text/strings.ts'

type Props = {
  /** The address of the form; search and category are in its query. */
  action: string
  placeholder: string
  search: string
  category: string | null
  categories: readonly string[]
  /** Returns the address of a category with the same search; null means all categories. */
  pathTo(category: string | null): string
  /** Returns the number of results in a category; undefined while it is unknown. */
  getCount?(category: string): string | undefined
  /** Completions of the search, which the browser offers; without it, the browser offers nothing. */
  suggestions?: readonly string[]
  /** More fields of the form. */
  children?: ReactNode
}

/**
 * Search and category of a list, as a GET form. On a phone the categories are tabs, and a search retains the chosen
 * one.
 */
export function CatalogueSearch(props: Props) {
  const { action, placeholder, search, category, categories, pathTo, getCount, suggestions, children } = props
  const withCount = (name: string) => [capitalised(name), getCount?.(name)].filter(Boolean).join(' ')
  return (
    <>
      <form className="find" role="search" action={action}>
        <p className="field">
          <label className="sr" htmlFor="search">
            Search
          </label>
          <input
            id="search"
            name="search"
            type="search"
            placeholder={placeholder}
            list={suggestions && 'searches'}
            enterKeyHint="search"
            maxLength={200}
            defaultValue={search}
          />
          {suggestions && <Suggestions id="searches" searches={suggestions} />}
        </p>
        <p className="field wide">
          <label className="sr" htmlFor="category">
            Category
          </label>
          <select id="category" name="category" defaultValue={category ?? ''}>
            <option value="">All categories</option>
            {categories.map((name) => (
              <option key={name} value={name}>
                {withCount(name)}
              </option>
            ))}
          </select>
        </p>
        <p>
          <button className="btn go">Search</button>
        </p>
        {children}
      </form>
      <nav className="tabs thin" id="tabs" aria-label="Category">
        {[null, ...categories].map((name) => (
          <a key={name} href={pathTo(name)} aria-current={name === category ? 'true' : undefined}>
            {name === null ? 'All' : withCount(name)}
          </a>
        ))}
      </nav>
    </>
  )
}
