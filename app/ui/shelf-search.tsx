import { capitalised } from '../platform/text/letters.ts'

type Props = {
  /** The address of the form; search and category are in its query. */
  action: string
  placeholder: string
  search: string
  category: string | null
  categories: readonly string[]
  /** The address of a category with the same search; null means all categories. */
  pathTo(category: string | null): string
}

/** Search and category of a list, as a GET form. On a phone the categories are tabs, and a search keeps the chosen one. */
export function ShelfSearch({ action, placeholder, search, category, categories, pathTo }: Props) {
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
            enterKeyHint="search"
            maxLength={200}
            defaultValue={search}
          />
        </p>
        <p className="field wide">
          <label className="sr" htmlFor="category">
            Category
          </label>
          <select id="category" name="category" defaultValue={category ?? ''}>
            <option value="">All categories</option>
            {categories.map((name) => (
              <option key={name} value={name}>
                {capitalised(name)}
              </option>
            ))}
          </select>
        </p>
        <p>
          <button className="btn go">Search</button>
        </p>
      </form>
      <nav className="tabs thin" aria-label="Category">
        {[null, ...categories].map((name) => (
          <a key={name} href={pathTo(name)} aria-current={name === category ? 'true' : undefined}>
            {name === null ? 'All' : capitalised(name)}
          </a>
        ))}
      </nav>
    </>
  )
}
