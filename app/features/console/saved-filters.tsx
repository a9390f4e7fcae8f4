import { useEffect, useRef } from 'react'
import { Link, useFetcher, useLocation, useRouteLoaderData } from 'react-router'
import { focusError } from '#app/platform/forms/error-focus.ts'
import type { FieldErrors, Typed } from '#app/platform/forms/form.server.ts'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { filterForm, readFilterQuery, type SavedFilter } from './saved-filters.ts'

/** The response to a name that was not saved: what was typed, and why. */
type Result = { values: Typed; errors: FieldErrors }

/** Returns the admin's saved filters of a list, and the one with these filters, if any. */
export function useSavedFilters(path: string, query: string): { saved: SavedFilter[]; open: SavedFilter | undefined } {
  const all = useRouteLoaderData<{ savedFilters: SavedFilter[] }>('routes/admin/console')?.savedFilters ?? []
  const saved = all.filter((filter) => filter.path === path)
  return { saved, open: saved.find((filter) => filter.query === query) }
}

/**
 * The filters that the admin saved for this list, as links, and the form that saves the current one, or renames and
 * deletes it. The browser's popover opens the form, so it needs no script.
 */
export function SavedFilters({ address }: { address: string }) {
  const [path = '', query = ''] = address.split('?')
  const current = readFilterQuery(query)
  const { saved, open } = useSavedFilters(path, current)
  const { key } = useLocation()
  if (saved.length === 0 && current === '') {
    return null
  }
  return (
    <div className="saved-filters">
      <nav className="chips" aria-label="Saved filters">
        {saved.map(({ id, name, query: filters }) => (
          <Link key={id} className="chip" to={`${path}?${filters}`} aria-current={id === open?.id ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {current !== '' && (
        <button className="btn bare" type="button" popoverTarget="saved-filter">
          {open ? 'Edit filter' : 'Save filter'}
        </button>
      )}
      {/* A success redirects to the list. The key is then another one, so the sheet is closed and empty. */}
      {current !== '' && <FilterSheet key={key} path={path} query={current} open={open} />}
    </div>
  )
}

type Open = { open: SavedFilter | undefined }

/** The form in a sheet over the list. It stays open with an error. */
function FilterSheet({ path, query, open }: Open & { path: string; query: string }) {
  const fetcher = useFetcher<Result>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fetcher.data) {
      focusError(form.current)
    }
  }, [fetcher.data])
  return (
    <fetcher.Form
      ref={form}
      className="list-sheet"
      id="saved-filter"
      popover="auto"
      method="post"
      action={`/admin/saved-filters?${new URLSearchParams({ path, query }).toString()}`}
    >
      <AccountField />
      <FilterFields open={open} result={fetcher.data} />
    </fetcher.Form>
  )
}

/** The name of a filter, and the buttons that save it, or rename and delete the saved one. */
export function FilterFields({ open, result }: Open & { result: Result | undefined }) {
  const { name } = formFields(filterForm, { name: open?.name ?? '', ...result?.values }, result?.errors ?? {})
  return (
    <>
      {open && <input type="hidden" name="id" value={open.id} />}
      <TextField label="Name of this filter" {...name} autoComplete="off" placeholder="Refunds of this month" />
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
    </>
  )
}
