import { href } from 'react-router'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { AdminList } from '#app/features/console/admin-list.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { emailParts, listEmails, retryEmail } from '#app/features/outbox/admin.server.ts'
import { EmailTabs } from '#app/features/outbox/email-tabs.tsx'
import { EmailRow } from '#app/features/outbox/email-row.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/mails'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, emailParts)
  return { address, page: await listEmails(admin, address).catch(orLog('Could not list the emails', unreadPage)) }
}

/** Sends an email again that was given up. A second request changes nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const { intent, id = '' } = submittedValues(await readForm(request, context))
  const reject = rejectWith({})
  if (intent !== 'send' || !looksLikeUuid(id)) {
    return reject(sentences.gone, 400)
  }
  try {
    if (!(await retryEmail(admin, id))) {
      return reject('It is on its way already, or it is gone.', 409)
    }
  } catch (error) {
    logFailure('Could not send an email again', error)
    return reject(sentences.failed, 502)
  }
  return redirectWithToast(context, href('/admin/mails'), {
    title: 'It is sent again',
    text: 'This page shows whether it arrives.',
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Emails', description: 'Admin console.', index: false })

const empty: Record<string, string> = {
  all: 'No emails yet.',
  failed: 'No email failed.',
  waiting: 'No email waits.',
  sent: 'No email was sent yet.',
}

export default function Emails({ loaderData: { address, page }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <EmailTabs />
      <ErrorSummary error={actionData} />
      <AdminList
        title="Emails"
        about="Sent emails are listed for 30 days, failed ones for 90. A sent email to someone without an account is listed only if it is about an order."
        page={page}
        address={address}
        parts={[
          { show: 'all', label: 'All' },
          { show: 'failed', label: 'Failed' },
          { show: 'waiting', label: 'Waiting' },
          { show: 'sent', label: 'Sent' },
        ]}
        searchIn="Part of an address"
        empty={{ title: empty[address.show] ?? '' }}
        getKey={({ id }) => id}
      >
        {(email) => <EmailRow email={email} />}
      </AdminList>
    </div>
  )
}
