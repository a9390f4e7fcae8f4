import { redirect } from 'react-router'
import { requireAdmin, requireAnyAdmin } from '#app/features/console/require-admin.server.ts'
import { opens } from '#app/features/console/roles.ts'
import { MAX_NAME_CHARS, readFilterQuery, readListPath } from '#app/features/console/saved-filters.ts'
import { type FilterOutcome, renameFilter, saveFilter, setFilterDeleted } from '#app/features/console/saved-filters.server.ts'
import { readForm, submittedValues, type Typed } from '#app/platform/forms/form.server.ts'
import { cleanSearch } from '#app/platform/lists/keyset.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { toastCookie, type ToastMessage } from '#app/platform/session/toast.server.ts'
import type { Route } from './+types/saved-filters'

/** Redirects to Today, because lists only post to this address. */
export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  throw redirect('/admin', 303)
}

type Change = { intent: string; id: string; path: string; query: string; name: string }

const failures = {
  'name taken': 'This list has a saved filter with this name. Choose another.',
  'too many': 'You have 50 saved filters. Delete one first.',
  gone: 'This filter no longer exists.',
  unnamed: 'Give the filter a name.',
  failed: 'The filter could not be changed. Try again in a minute.',
} as const

/** Saves, renames, deletes or restores a filter of the admin, and returns to its list with a toast. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const change = readChange(submittedValues(await readForm(request)), url.searchParams)
  const { roles } = requireAnyAdmin(context)
  if (change.path === '' || !opens(roles, change.path)) {
    throw redirect('/admin', 303)
  }
  const outcome = await run(admin, change).catch(orLog('Could not change a saved filter', 'failed' as const))
  const address = change.query ? `${change.path}?${change.query}` : change.path
  return redirect(address, { status: 303, headers: { 'set-cookie': toastCookie(context, describe(outcome, change)) } })
}

/** Reads the form; the button in the toast sends its filter in the address. */
function readChange(values: Typed, search: URLSearchParams): Change {
  const text = (name: string) => values[name] ?? search.get(name) ?? ''
  const path = readListPath(text('path')) ?? ''
  const name = cleanSearch(text('name'), MAX_NAME_CHARS).trim()
  return { intent: text('intent'), id: text('id'), path, query: readFilterQuery(text('query')), name }
}

async function run(admin: CurrentUser, change: Change): Promise<FilterOutcome | 'unnamed'> {
  const { intent, id, path, query, name } = change
  if (intent === 'save') {
    return name === '' ? 'unnamed' : query === '' ? 'gone' : saveFilter(admin, { path, query, name })
  }
  if (!looksLikeUuid(id)) {
    return 'gone'
  }
  switch (intent) {
    case 'rename':
      return name === '' ? 'unnamed' : renameFilter(admin, id, name)
    case 'delete':
      return setFilterDeleted(admin, id, true)
    case 'undo':
      return setFilterDeleted(admin, id, false)
    default:
      return 'gone'
  }
}

function describe(outcome: FilterOutcome | 'unnamed' | 'failed', { intent, id, path }: Change): ToastMessage {
  if (outcome !== 'done') {
    return { title: failures[outcome], kind: 'bad' }
  }
  switch (intent) {
    case 'rename':
      return { title: 'Filter renamed', kind: 'good' }
    case 'delete':
      return {
        title: 'Filter deleted',
        kind: 'good',
        undo: `/admin/saved-filters?${new URLSearchParams({ id, path }).toString()}`,
      }
    case 'undo':
      return { title: 'Filter restored', kind: 'good' }
    default:
      return { title: 'Filter saved', kind: 'good' }
  }
}
