import { href, Link } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { getReminderFigures } from '#app/features/orders/admin.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { DetailsList } from '#app/ui/details-list.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/reminders'

export async function loader({ context }: Route.LoaderArgs) {
  return { figures: await getReminderFigures(requireAdmin(context)).catch(orLog('Could not count the reminders', null)) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Reminders', description: 'Admin console.', index: false })

export default function Reminders({ loaderData: { figures } }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <h1>Reminders</h1>
      <p className="small soft">
        A buyer who began to pay here and did not finish gets a reminder by email, twice at most for a work, with a link that ends
        them. The hours are set under <Link to={href('/admin/settings/:group', { group: 'orders' })}>Orders</Link>.
      </p>
      {figures ? (
        <DetailsList
          className="record"
          details={[
            { term: 'Reminded in 28 days', value: String(figures.reminded) },
            { term: 'Paid after it', value: String(figures.recovered) },
            { term: 'Paid by them', value: formatKobo(figures.recovered_kobo) },
          ]}
        />
      ) : (
        <EmptyState title="The reminders could not be counted." hint="They are still sent." />
      )}
    </section>
  )
}
