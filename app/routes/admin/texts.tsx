import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { GroupLines } from '#app/features/texts/group-lines.tsx'
import { groupChanges } from '#app/features/texts/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/texts'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    changed: await groupChanges(requireAdmin(context), 'texts').catch(orLog('Could not read when the texts changed', null)),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Texts', description: 'Admin console.', index: false })

/** Texts with their own list. */
const sections = [
  { to: href('/admin/texts/questions'), label: 'Questions and answers', says: 'The FAQ.' },
  { to: href('/admin/texts/testimonials'), label: 'What students say', says: 'The voices on the home page.' },
  { to: href('/admin/catalogue/posts'), label: 'Blog posts', says: 'The articles of the blog, in Catalogue.' },
] as const

export default function Texts({ loaderData: { changed } }: Route.ComponentProps) {
  return <GroupLines section="texts" title="Texts" changed={changed} sections={sections} />
}
