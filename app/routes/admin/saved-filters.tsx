import { data, Form, Link, redirect } from 'react-router'
import { requireAdmin, requireAnyAdmin } from '#app/features/console/require-admin.server.ts'
import { opens } from '#app/features/console/roles.ts'
import { filterForm, readFilterQuery, readListPath } from '#app/features/console/saved-filters.ts'
import { type FilterOutcome, renameFilter, saveFilter, setFilterDeleted } from '#app/features/console/saved-filters.server.ts'
import { FilterFields, useSavedFilters } from '#app/features/console/saved-filters.tsx'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { toastCookie, type ToastMessage } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import type { Route } from './+types/saved-filters'

/** Returns the list and the filters in the address. Redirects to Today if the admin's roles do not open such a list. */
export function loader({ url, context }: Route.LoaderArgs) {
  const list = readList(url, context)
  if (list.query === '') {
    throw redirect(list.path, 303)
  }
  return list
}

/**
 * Saves, renames, deletes or restores a filter of the admin, and returns to its list with a toast. The form shows why a
 * name was not saved.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const list = readList(url, context)
  const values = submittedValues(await readForm(request, context))
  const id = values.id ?? url.searchParams.get('id') ?? ''
  const intent = values.intent ?? ''
  const address = list.query ? `${list.path}?${list.query}` : list.path
  const finish = (toast: ToastMessage) =>
    redirect(address, { status: 303, headers: { 'set-cookie': toastCookie(context, toast) } })
  if (intent === 'delete' || intent === 'undo') {
    const outcome = await deleteOrRestore(admin, id, intent === 'delete')
    const undo = `/admin/saved-filters?${new URLSearchParams({ id, path: list.path }).toString()}`
    return finish(outcome === 'done' ? (intent === 'delete' ? { ...deleted, undo } : restored) : failed(notDone[outcome]))
  }
  const { values: checked, errors } = checkForm(filterForm, values)
  if (errors) {
    return data({ values, errors }, { status: 400 })
  }
  const outcome = await (
    intent === 'rename' ? rename(admin, id, checked.name) : saveFilter(admin, { ...list, ...checked })
  ).catch(orLog('Could not save a filter', 'failed' as const))
  return outcome === 'done'
    ? finish(intent === 'rename' ? renamed : saved)
    : data({ values, errors: { name: notSaved[outcome] } }, { status: outcome === 'failed' ? 503 : 409 })
}

/**
 * Returns the list and the filters in the address; '' for none.
 * @throws a redirect to Today if the admin's roles do not open such a list.
 */
function readList(url: URL, context: Route.LoaderArgs['context']): { path: string; query: string } {
  const { roles } = requireAnyAdmin(context)
  const path = readListPath(url.searchParams.get('path') ?? '')
  if (path === null || !opens(roles, path)) {
    throw redirect('/admin', 303)
  }
  return { path, query: readFilterQuery(url.searchParams.get('query') ?? '') }
}

async function rename(admin: CurrentUser, id: string, name: string): Promise<FilterOutcome> {
  return looksLikeUuid(id) ? renameFilter(admin, id, name) : 'gone'
}

async function deleteOrRestore(admin: CurrentUser, id: string, isDeleted: boolean): Promise<FilterOutcome | 'failed'> {
  return looksLikeUuid(id)
    ? setFilterDeleted(admin, id, isDeleted).catch(orLog('Could not delete or restore a filter', 'failed' as const))
    : 'gone'
}

/** The errors at the name. */
const notSaved = {
  'name taken': 'This list has a saved filter with this name. Choose another name.',
  'too many': 'You have 50 saved filters, and cannot have more. Delete one first.',
  gone: 'This filter was deleted. You can save it again.',
  failed: 'It could not be saved. Try again in a minute.',
} as const

/** The toasts after a filter was not deleted or restored. */
const notDone = {
  'name taken': 'Not restored: this list has another filter with this name.',
  'too many': 'Not restored: you have 50 saved filters, and cannot have more.',
  gone: 'This filter no longer exists.',
  failed: 'The filter could not be changed. Try again in a minute.',
} as const

const failed = (title: string): ToastMessage => ({ title, kind: 'bad' })
const saved: ToastMessage = { title: 'Filter saved', kind: 'good' }
const renamed: ToastMessage = { title: 'Filter renamed', kind: 'good' }
const deleted: ToastMessage = { title: 'Filter deleted', kind: 'good' }
const restored: ToastMessage = { title: 'Filter restored', kind: 'good' }

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Save filter', description: 'Admin console.', index: false })

/** The form on a page of its own. A browser without a script comes here when a name was not saved. */
export default function SavedFilter({ loaderData: { path, query }, actionData }: Route.ComponentProps) {
  const { open } = useSavedFilters(path, query)
  return (
    <section className="stack admin-section">
      <h1>{open ? 'Edit filter' : 'Save filter'}</h1>
      <Form className="stack" method="post">
        <AccountField />
        <FilterFields open={open} result={actionData} />
      </Form>
      <p>
        <Link to={`${path}?${query}`}>Back to the list</Link>
      </p>
    </section>
  )
}
