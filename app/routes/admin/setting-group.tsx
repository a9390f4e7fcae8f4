import { GroupPage } from '#app/features/texts/group-page.tsx'
import { loadGroup, saveGroupForm } from '#app/features/texts/action.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/setting-group'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader(args: Route.LoaderArgs) {
  return loadGroup('settings', args)
}

export function action(args: Route.ActionArgs) {
  return saveGroupForm('settings', args)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: loaderData?.group.title ?? 'Settings', description: 'Admin console.', index: false })
}

export default function SettingsGroup({ loaderData, actionData }: Route.ComponentProps) {
  return <GroupPage {...loaderData} result={actionData} />
}
