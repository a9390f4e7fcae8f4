import { Suggestions } from './suggestions.tsx'
import { capitalised } from '../platform/text/strings.ts'

type Props = {
  /** The address of the form; search and category are in its query. */
  action: string
  placeholder: string
  search: string
  category: string | null
  categories: readonly string[]
  /** Further parameters that a search retains. */
  retained?: Readonly<Record<string, string>>
  /** Returns the address of a category with the same search; null means all categories. */
  pathTo(category: string | null): string
  /** Returns the number of results in a category; undefined while it is unknown. */
  getCount?(category: string): string | undefined
  /** Completions of the search, which the browser offers; without it, the browser offers nothing. */
  suggestions?: readonly string[]
}

/** Search and category of a list: a GET form, and the categories as links. A search retains the chosen category. */
export function CatalogueSearch(props: Props) {
  const { action, placeholder, search, category, categories, retained = {}, pathTo, getCount, suggestions } = props
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
        <p>
          <button className="btn go">Search</button>
        </p>
        {Object.entries({ ...(category ? { category } : {}), ...retained }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <nav className="tabs" id="tabs" aria-label="Category">
        {[null, ...categories].map((name) => (
          <a key={name} href={pathTo(name)} aria-current={name === category ? 'true' : undefined}>
            {name === null ? 'All' : withCount(name)}
          </a>
        ))}
      </nav>
    </>
  )
}
