import { href } from 'react-router'
import { closeSelected } from '#app/features/console/bulk.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import type { Column } from '#app/features/console/record-table.tsx'
import { listMessages, messageParts } from '#app/features/contact-messages/admin.server.ts'
import { closeMessages } from '#app/features/contact-messages/bulk.server.ts'
import { aboutLabels } from '#app/features/contact-messages/labels.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { shortened } from '#app/platform/text/strings.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/messages'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, messageParts)
  return { address, page: await listMessages(admin, address).catch(orLog('Could not list the messages', unreadPage)) }
}

/** Closes the selected messages without a reply, after a confirmation. */
export async function action(args: Route.ActionArgs) {
  const admin = requireAdmin(args.context)
  return closeSelected(args, { one: 'message', many: 'messages', without: 'a reply' }, (ids) => closeMessages(admin, ids, ''))
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Messages', description: 'Admin console.', index: false })

type Message = Awaited<ReturnType<typeof listMessages>>['rows'][number]

const EXCERPT = 80

const columns: readonly Column<Message>[] = [
  { label: 'Email', value: ({ sender_email }) => sender_email, kind: 'email' },
  { label: 'About', value: ({ about }) => aboutLabels[about] },
  { label: 'Message', value: ({ body }) => shortened(body, EXCERPT) },
  { label: 'Sent', value: ({ created_at }) => formatDay(created_at), kind: 'short' },
]

export default function Messages({ loaderData: { address, page }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <PeopleTabs />
      <AdminList
        title="Messages"
        page={page}
        address={address}
        parts={[
          { show: 'open', label: 'Open' },
          { show: 'closed', label: 'Closed' },
        ]}
        searchIn="Name, email or words"
        empty={{ title: 'No message here.', hint: 'They come from the Contact page.' }}
        getKey={({ id }) => id}
        bulk={
          address.show === 'open'
            ? {
                actions: [
                  { intent: 'reply', label: 'Reply', page: href('/admin/people/messages/reply') },
                  { intent: 'close', label: 'Close without a reply' },
                ],
                result: actionData,
                getName: ({ sender_name, created_at }) => `the message of ${sender_name}, ${formatDay(created_at)}`,
              }
            : undefined
        }
        columns={columns}
        heading="Person"
      >
        {({ id, sender_name }) => <RecordName to={href('/admin/people/messages/:id', { id })} name={sender_name} />}
      </AdminList>
    </div>
  )
}
