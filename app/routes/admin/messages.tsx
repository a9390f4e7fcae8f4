import { data, href, Link } from 'react-router'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { readSelection, runBulk } from '#app/features/console/bulk.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import type { Column } from '#app/features/console/record-table.tsx'
import { conversationParts, type ConversationLine, listConversations } from '#app/features/contact-messages/admin.server.ts'
import { setConversationsOpen } from '#app/features/contact-messages/bulk.server.ts'
import { ConversationState } from '#app/features/contact-messages/conversation.tsx'
import { aboutLabels } from '#app/features/contact-messages/labels.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { shortened } from '#app/platform/text/strings.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/messages'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, conversationParts)
  return {
    address,
    page: await listConversations(admin, address).catch(orLog('Could not list the conversations', unreadPage)),
  }
}

/** Closes the selected conversations without a reply, or opens them again. Each reverses the other. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const selection = readSelection(await readForm(request, context), looksLikeUuid)
  switch (selection?.intent) {
    case 'close':
      return runBulk(selection, 'closed', (ids) => setConversationsOpen(admin, ids, false), { intent: 'reopen', label: 'Undo' })
    case 'reopen':
      return runBulk(selection, 'opened again', (ids) => setConversationsOpen(admin, ids, true))
    default:
      return data(actionResult(sentences.gone), { status: 400 })
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Messages', description: 'Admin console.', index: false })

const EXCERPT = 80

const columns: readonly Column<ConversationLine>[] = [
  { label: 'Email', value: ({ email }) => email, kind: 'email' },
  { label: 'Newest message', value: ({ about, body }) => `${aboutLabels[about]}: ${shortened(body, EXCERPT)}` },
  { label: 'State', value: (conversation) => <ConversationState conversation={conversation} /> },
]

const getName = ({ account, sender_name }: ConversationLine) => account || sender_name

const reply = { intent: 'reply', label: 'Reply', page: href('/admin/people/messages/reply') } as const
const close = { intent: 'close', label: 'Close without a reply' } as const
const reopen = { intent: 'reopen', label: 'Open again' } as const

export default function Messages({ loaderData: { address, page }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <PeopleTabs />
      <AdminList
        title="Messages"
        page={page}
        address={address}
        parts={[
          { show: 'all', label: 'All' },
          { show: 'open', label: 'Open' },
          { show: 'closed', label: 'Answered or closed' },
          { show: 'reminders', label: 'Reminders' },
        ]}
        searchIn="Name, email or words"
        acts={
          <Link className="btn" to={href('/admin/people/messages/saved-replies')}>
            Saved replies
          </Link>
        }
        empty={{ title: 'No message here.', hint: 'They come from the Contact page.' }}
        getKey={({ id }) => id}
        bulk={{
          actions: address.show === 'closed' ? [reopen] : [reply, close],
          result: actionData,
          getName: (conversation) => `the conversation with ${getName(conversation)}`,
        }}
        columns={columns}
        heading="Person"
      >
        {(conversation) => (
          <RecordName to={href('/admin/people/messages/:id', { id: conversation.id })} name={getName(conversation)} />
        )}
      </AdminList>
    </div>
  )
}
