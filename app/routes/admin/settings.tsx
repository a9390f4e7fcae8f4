import { operatorOf } from '../../features/console/operator.server.ts'
import { GroupLines } from '../../features/texts/group-lines.tsx'
import { changedWhen } from '../../features/texts/room.server.ts'
import { pageMeta } from '../../platform/pages/page-meta.ts'
import { noted } from '../../platform/process/failures.server.ts'
import type { Route } from './+types/settings'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    changed: await changedWhen(operatorOf(context), 'settings').catch(noted('When the settings changed could not be read', null)),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Settings', description: 'The console.', index: false })

export default function Settings({ loaderData: { changed } }: Route.ComponentProps) {
  return <GroupLines room="settings" title="Settings" changed={changed} />
}
