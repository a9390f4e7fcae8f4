import { href } from 'react-router'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { courseAdmin } from '#app/features/courses/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/course'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader(args: Route.LoaderArgs) {
  return loadRecord(courseAdmin, args)
}

export function action(args: Route.ActionArgs) {
  return recordAction(courseAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Course', description: 'Admin console.', index: false })

const initial = { status: 'draft' }

export default function Course({ loaderData: { stored, controls }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/catalogue/courses'), label: 'Courses' }}
      newTitle="New course"
      name={stored?.fields.title ?? ''}
      stored={stored}
      initial={initial}
      controls={controls}
      draft={`courses/${params.id ?? 'new'}`}
      result={actionData}
      duplicates
      hides={false}
      hiddenAs={stored?.fields.status === 'closed' ? 'hidden' : 'draft'}
      plans={(stored?.fields ?? initial).status === 'draft'}
      {...(params.id ? { publicPath: href('/course-details/:id', { id: params.id }) } : {})}
    />
  )
}
