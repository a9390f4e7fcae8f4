import { href } from 'react-router'
import { AdminList, Line } from '#app/features/console/admin-list.tsx'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { getNewsletterFigures, listNewsletters, newsletterParts } from '#app/features/newsletters/admin.server.ts'
import { describeNewsletter, describeState } from '#app/features/newsletters/labels.ts'
import { EmailTabs } from '#app/features/outbox/email-tabs.tsx'
import { orLog } from '#app/platform/log/failures.server.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/newsletters'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, newsletterParts)
  const [page, figures] = await Promise.all([
    listNewsletters(admin, address).catch(orLog('Could not list the newsletters', unreadCounted)),
    getNewsletterFigures(admin).catch(orLog('Could not count the emails of newsletters', [])),
  ])
  return { address, page, figures }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Newsletters', description: 'Admin console.', index: false })

export default function Newsletters({ loaderData: { address, page, figures } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <EmailTabs />
      <AdminList
        title="Newsletters"
        about="Emails to buyers who ticked at the checkout that they want them."
        page={page}
        address={address}
        parts={[
          { show: 'all', label: 'All' },
          { show: 'deleted', label: 'Deleted' },
        ]}
        searchIn="Subject"
        create={{ to: href('/admin/mails/newsletters/new'), label: 'New newsletter' }}
        empty={{ title: 'No newsletter here.', hint: 'Write one, look at it as an email, then send it.' }}
        getKey={({ id }) => id}
      >
        {(newsletter) => (
          <Line
            to={href('/admin/mails/newsletters/:id', { id: newsletter.id })}
            name={newsletter.subject}
            details={describeNewsletter(
              newsletter,
              figures.find(({ newsletter_id }) => newsletter_id === newsletter.id),
            )}
          >
            <span className={newsletter.finished_at ? 'badge approved' : 'badge pending'}>{describeState(newsletter)}</span>
          </Line>
        )}
      </AdminList>
    </div>
  )
}
