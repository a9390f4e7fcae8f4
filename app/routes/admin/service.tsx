import { href } from 'react-router'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { serviceAdmin } from '#app/features/services/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/service'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader(args: Route.LoaderArgs) {
  return loadRecord(serviceAdmin, args)
}

export function action(args: Route.ActionArgs) {
  return recordAction(serviceAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Service', description: 'Admin console.', index: false })

export default function Service({ loaderData: { stored, controls }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/catalogue/services'), label: 'Services' }}
      newTitle="New service"
      name={stored?.fields.service_name ?? ''}
      stored={stored}
      controls={controls}
      draft={`services/${params.id ?? 'new'}`}
      result={actionData}
      duplicates
      {...(params.id ? { publicPath: href('/service-details/:id', { id: params.id }) } : {})}
    />
  )
}
