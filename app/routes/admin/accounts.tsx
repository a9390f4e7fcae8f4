import { listAccounts } from '#app/features/accounts/admin.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import type { Column } from '#app/features/console/record-table.tsx'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/accounts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, ['all', 'admins'])
  return { address, page: await listAccounts(admin, address).catch(orLog('Could not list the accounts', unreadPage)) }
}

const accountParts = [
  { show: 'all', label: 'All' },
  { show: 'admins', label: 'Admins' },
] as const

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Accounts', description: 'Admin console.', index: false })

type Account = Awaited<ReturnType<typeof listAccounts>>['rows'][number]

const columns: readonly Column<Account>[] = [
  { label: 'Email', value: ({ email }) => email, kind: 'email' },
  { label: 'Institution', value: ({ school }) => school },
  { label: 'Since', value: ({ created_at }) => formatDay(created_at), kind: 'short' },
  {
    label: 'Status',
    value: ({ user_type, confirmed }) => (
      <>
        {user_type === 'Admin' && <span className="badge approved">admin</span>}
        {!confirmed && <span className="badge pending">not confirmed</span>}
      </>
    ),
  },
]

export default function Accounts({ loaderData: { address, page } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <PeopleTabs />
      <AdminList
        title="Accounts"
        page={page}
        address={address}
        parts={accountParts}
        {...(address.show === 'admins' && {
          about: 'Owners invite admins, and see their second factors, at Admins.',
        })}
        searchIn="Name or email"
        empty={{ title: 'No account here.' }}
        getKey={({ id }) => id}
        columns={columns}
        heading="Person"
      >
        {({ id, first_name, last_name, email }) => (
          <RecordName to={studentAddress(id)} name={`${first_name} ${last_name}`.trim() || email} />
        )}
      </AdminList>
    </div>
  )
}
