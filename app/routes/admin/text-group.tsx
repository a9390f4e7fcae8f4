import { GroupPage } from '#app/features/texts/group-page.tsx'
import { loadGroup, saveGroupForm } from '#app/features/texts/action.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/text-group'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader(args: Route.LoaderArgs) {
  return loadGroup('texts', args)
}

export function action(args: Route.ActionArgs) {
  return saveGroupForm('texts', args)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: loaderData?.group.title ?? 'Texts', description: 'Admin console.', index: false })
}

export default function TextsGroup({ loaderData, actionData }: Route.ComponentProps) {
  return <GroupPage {...loaderData} result={actionData} />
}
