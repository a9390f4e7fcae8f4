import { href } from 'react-router'
import { loadRecord, recordAction } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { savedReplyAdmin } from '#app/features/contact-messages/saved-replies.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/saved-reply'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader(args: Route.LoaderArgs) {
  return loadRecord(savedReplyAdmin, args)
}

export function action(args: Route.ActionArgs) {
  return recordAction(savedReplyAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Saved reply', description: 'Admin console.', index: false })

export default function SavedReply({ loaderData: { stored, controls }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/people/messages/saved-replies'), label: 'Saved replies' }}
      newTitle="New saved reply"
      name={stored?.fields.name ?? ''}
      stored={stored}
      controls={controls}
      draft={`saved-replies/${params.id ?? 'new'}`}
      result={actionData}
      hides={false}
      shownAs="saved"
    />
  )
}
