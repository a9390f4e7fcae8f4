import { href } from 'react-router'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { curriculumAdmin } from '#app/features/curriculum/admin.server.ts'
import { coursePath } from '#app/features/topics/addresses.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/curriculum-course'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader(args: Route.LoaderArgs) {
  return loadRecord(curriculumAdmin, args)
}

export function action(args: Route.ActionArgs) {
  return recordAction(curriculumAdmin, args)
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Courses of programmes', description: 'Admin console.', index: false })

export default function Course({ loaderData: { stored, controls }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/catalogue/curriculum'), label: 'Courses of programmes' }}
      newTitle="New course"
      name={stored?.fields.title ?? ''}
      stored={stored}
      controls={controls}
      draft={`curriculum/${params.id ?? 'new'}`}
      result={actionData}
      hides={false}
      publicPath={coursePath({ code: stored?.fields.code ?? '', title: stored?.fields.title ?? '' })}
    />
  )
}
