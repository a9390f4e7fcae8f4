import { listAccounts } from '#app/features/accounts/admin.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { orLog } from '#app/platform/process/failures.server.ts'
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
          about: 'To add an admin, find the account among all, open it, and choose “Make an admin”. New admins sign up first.',
        })}
        searchIn="Name or email"
        empty={{ title: 'No account here.' }}
        getKey={({ id }) => id}
      >
        {({ id, first_name, last_name, email, school, user_type, confirmed, created_at }) => (
          <Line
            to={studentAddress(id)}
            name={`${first_name} ${last_name}`.trim() || email}
            details={[email, school, `since ${formatDay(created_at)}`].filter(Boolean).join(' · ')}
          >
            {user_type === 'Admin' && <span className="badge approved">admin</span>}
            {!confirmed && <span className="badge pending">not confirmed</span>}
          </Line>
        )}
      </AdminList>
    </div>
  )
}
