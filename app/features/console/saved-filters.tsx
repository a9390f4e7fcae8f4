import { Form, Link, useRouteLoaderData } from 'react-router'
import { MAX_NAME_CHARS, readFilterQuery, type SavedFilter } from './saved-filters.ts'

/**
 * The filters that the admin saved for this list, as links, and the form that saves the current one, or renames and
 * deletes it. The browser's popover opens the form, so it needs no script.
 */
export function SavedFilters({ address }: { address: string }) {
  const [path = '', query = ''] = address.split('?')
  const all = useRouteLoaderData<{ savedFilters: SavedFilter[] }>('routes/admin/console')?.savedFilters ?? []
  const saved = all.filter((filter) => filter.path === path)
  const current = readFilterQuery(query)
  const open = saved.find((filter) => filter.query === current)
  if (saved.length === 0 && current === '') {
    return null
  }
  return (
    <div className="saved-filters">
      <nav className="chips one-line" aria-label="Saved filters">
        {saved.map(({ id, name, query: filters }) => (
          <Link key={id} className="chip" to={`${path}?${filters}`} aria-current={id === open?.id ? 'page' : undefined}>
            {name}
          </Link>
        ))}
        {current !== '' && (
          <button className="btn bare" type="button" popoverTarget="saved-filter">
            {open ? 'Edit filter' : 'Save filter'}
          </button>
        )}
      </nav>
      {current !== '' && <FilterForm key={open?.id ?? current} path={path} query={current} open={open} />}
    </div>
  )
}

function FilterForm({ path, query, open }: { path: string; query: string; open: SavedFilter | undefined }) {
  return (
    <Form
      className="list-sheet"
      id="saved-filter"
      popover="auto"
      method="post"
      action="/admin/saved-filters"
      preventScrollReset
      onSubmit={({ currentTarget }) => currentTarget.hidePopover()}
    >
      <input type="hidden" name="path" value={path} />
      <input type="hidden" name="query" value={query} />
      {open && <input type="hidden" name="id" value={open.id} />}
      <p className="field">
        <label htmlFor="filter-name">Name of this filter</label>
        <input
          id="filter-name"
          name="name"
          required
          maxLength={MAX_NAME_CHARS}
          autoComplete="off"
          defaultValue={open?.name}
          placeholder="Refunds of this month"
        />
      </p>
      <p className="row">
        <button className="btn go" name="intent" value={open ? 'rename' : 'save'}>
          {open ? 'Rename' : 'Save'}
        </button>
        {open && (
          <button className="btn bare no" name="intent" value="delete" formNoValidate>
            Delete
          </button>
        )}
      </p>
    </Form>
  )
}
