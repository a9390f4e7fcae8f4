import { href } from 'react-router'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { marketplacePath } from '#app/features/search/schema.ts'
import { thesaurusAdmin } from '#app/features/thesaurus/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/thesaurus-entry'
import { cutText } from '#app/platform/text/safe-text.ts'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const term = cutText(new URL(args.request.url).searchParams.get('term') ?? '', 100)
  return { ...(await loadRecord(thesaurusAdmin, args)), term }
}

export function action(args: Route.ActionArgs) {
  return recordAction(thesaurusAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Thesaurus', description: 'Admin console.', index: false })

export default function Entry({ loaderData: { stored, controls, term }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/catalogue/thesaurus'), label: 'Thesaurus' }}
      newTitle="New entry"
      name={stored?.fields.term ?? ''}
      stored={stored}
      initial={{ term }}
      controls={controls}
      draft={`thesaurus/${params.id ?? 'new'}`}
      result={actionData}
      hides={false}
      publicPath={marketplacePath({ search: stored?.fields.term ?? '' })}
    />
  )
}
