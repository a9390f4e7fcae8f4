import { BulkReply } from '#app/features/console/bulk-reply.tsx'
import { readRecipients, replyToSelected } from '#app/features/console/bulk-reply.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { answerConversations, findSenders } from '#app/features/contact-messages/bulk.server.ts'
import { messageReply } from '#app/features/contact-messages/labels.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/reply-to-messages'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const admin = requireAdmin(args.context)
  return readRecipients(args, messageReply, (ids) => findSenders(admin, ids))
}

export async function action(args: Route.ActionArgs) {
  const admin = requireAdmin(args.context)
  return replyToSelected(args, messageReply, (ids, reply, seenUntil) => answerConversations(admin, ids, reply, seenUntil))
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Reply to messages', description: 'Admin console.', index: false })

export default function ReplyToMessages({ loaderData, actionData }: Route.ComponentProps) {
  return <BulkReply texts={messageReply} draft="messages/reply" {...loaderData} result={actionData} />
}
