import { BulkReply } from '#app/features/console/bulk-reply.tsx'
import { readRecipients, replyToSelected } from '#app/features/console/bulk-reply.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { answerRequests, findAskers } from '#app/features/topic-requests/bulk.server.ts'
import { requestAnswer } from '#app/features/topic-requests/labels.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/answer-topic-requests'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const admin = requireAdmin(args.context)
  return readRecipients(args, requestAnswer, (ids) => findAskers(admin, ids))
}

export async function action(args: Route.ActionArgs) {
  const admin = requireAdmin(args.context)
  return replyToSelected(args, requestAnswer, (ids, answer) => answerRequests(admin, ids, answer))
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Answer topic requests', description: 'Admin console.', index: false })

export default function AnswerTopicRequests({ loaderData, actionData }: Route.ComponentProps) {
  return <BulkReply texts={requestAnswer} draft="requests/answer" {...loaderData} result={actionData} />
}
