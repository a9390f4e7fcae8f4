import { operatorOf } from '../../features/console/operator.server.ts'
import { GroupLines } from '../../features/site/group-lines.tsx'
import { changedWhen } from '../../features/site/texts-room.server.ts'
import { pageMeta } from '../../platform/page-meta.ts'
import type { Route } from './+types/settings'

export async function loader({ context }: Route.LoaderArgs) {
  return { changed: await changedWhen(operatorOf(context), 'settings').catch(() => null) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Settings', description: 'The console.', index: false })

export default function Settings({ loaderData: { changed } }: Route.ComponentProps) {
  return <GroupLines room="settings" title="Settings" changed={changed} />
}
