import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { GroupLines } from '#app/features/texts/group-lines.tsx'
import { groupChanges } from '#app/features/texts/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/settings'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    changed: await groupChanges(requireAdmin(context), 'settings').catch(orLog('Could not read when the settings changed', null)),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Settings', description: 'Admin console.', index: false })

/** Links to other pages that owners look for here. */
const elsewhere = [
  { to: href('/admin/money/rules'), label: 'Money rules', says: 'The share of students, the refund window, the minimum payout.' },
  { to: href('/admin/exports'), label: 'Exports', says: 'Everything that can be exported, for spreadsheets, in one ZIP.' },
  { to: href('/admin/doctor'), label: 'Backups', says: 'The last one, and a button that makes one. On the System check.' },
  { to: href('/admin/people/admins'), label: 'Admins and roles', says: 'Who may do what in this console, and invitations.' },
  {
    to: href('/dashboard/security'),
    label: 'Your sign-in',
    says: 'Your password, your second factor, and where you are signed in.',
  },
]

export default function Settings({ loaderData: { changed } }: Route.ComponentProps) {
  return <GroupLines section="settings" title="Settings" changed={changed} sections={elsewhere} />
}
