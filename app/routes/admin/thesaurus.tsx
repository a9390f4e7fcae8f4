import { href, Link } from 'react-router'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { sorts } from '#app/features/thesaurus/labels.ts'
import { entryParts, listEntries, thesaurusBulk } from '#app/features/thesaurus/admin.server.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import type { Route } from './+types/thesaurus'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, entryParts)
  const sort = new URL(request.url).searchParams.get('sort') ?? ''
  const page = await listEntries(admin, address, sort).catch(orLog('Could not list the thesaurus', unreadPage))
  return { address, page, sort, actions: recordActions(address.show, { publishes: false, move }) }
}

const move = { label: 'What it is', options: sorts.map((value) => ({ value, label: capitalised(value) })) }

export function action(args: Route.ActionArgs) {
  return bulkRecordsAction(thesaurusBulk, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Thesaurus', description: 'Admin console.', index: false })

export default function Thesaurus({ loaderData: { address, page, sort, actions }, actionData }: Route.ComponentProps) {
  return (
    <AdminList
      title="Thesaurus"
      page={page}
      address={address}
      parts={[
        { show: 'all', label: 'All' },
        { show: 'deleted', label: 'Deleted' },
      ]}
      searchIn="Term or meaning"
      choices={[
        {
          name: 'sort',
          label: 'What it is',
          all: 'All entries',
          value: sort,
          options: sorts.map((value) => ({ value, label: capitalised(value) })),
        },
      ]}
      acts={
        <Link className="btn" to={href('/admin/catalogue/thesaurus/import')}>
          Import and export
        </Link>
      }
      create={{ to: href('/admin/catalogue/thesaurus/new'), label: 'New entry' }}
      empty={{ title: 'No entry here.', hint: 'What else to look for when a term is searched: HTN is also hypertension.' }}
      getKey={({ id }) => id}
      bulk={{ actions, result: actionData, getName: ({ term, meaning }) => `${term}, ${meaning}` }}
    >
      {(entry) => (
        <Line
          to={href('/admin/catalogue/thesaurus/:id', { id: entry.id })}
          name={entry.term}
          details={`${entry.both_ways ? 'and the other way round: ' : 'also '}${entry.meaning} · ${entry.sort}`}
        >
          {entry.deleted_at && <span className="badge pending">deleted</span>}
        </Line>
      )}
    </AdminList>
  )
}
