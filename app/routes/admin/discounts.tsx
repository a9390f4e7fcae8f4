import { href } from 'react-router'
import { AdminList, Line } from '#app/features/console/admin-list.tsx'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { discountBulk, discountParts, getDiscountUses, listDiscounts } from '#app/features/discounts/admin.server.ts'
import { describeCode, describeState } from '#app/features/discounts/labels.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { orLog } from '#app/platform/log/failures.server.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Route } from './+types/discounts'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, discountParts)
  const [page, uses] = await Promise.all([
    listDiscounts(admin, address).catch(orLog('Could not list the discount codes', unreadCounted)),
    getDiscountUses(admin).catch(orLog('Could not count the uses of discount codes', [])),
  ])
  return {
    address,
    page,
    uses,
    today: dayInLagos(new Date()),
    actions: recordActions(address.show, { publishes: false }),
  }
}

export function action(args: Route.ActionArgs) {
  return bulkRecordsAction(discountBulk, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Discount codes', description: 'Admin console.', index: false })

export default function Discounts({ loaderData: { address, page, uses, today, actions }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <MoneyTabs />
      <AdminList
        title="Discount codes"
        page={page}
        address={address}
        parts={[
          { show: 'all', label: 'All' },
          { show: 'deleted', label: 'Deleted' },
        ]}
        searchIn="Code"
        create={{ to: href('/admin/money/discounts/new'), label: 'New code' }}
        empty={{ title: 'No code here.', hint: 'Buyers type a code at the checkout, or bring it in a link.' }}
        getKey={({ id }) => id}
        bulk={{ actions, result: actionData, getName: ({ code }) => code }}
      >
        {(code) => {
          const state = describeState(code, today)
          return (
            <Line to={href('/admin/money/discounts/:id', { id: code.id })} name={code.code} details={describeCode(code, uses)}>
              {state && <span className="badge pending">{state}</span>}
            </Line>
          )
        }}
      </AdminList>
    </div>
  )
}
