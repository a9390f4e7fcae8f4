import { href, Link } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Line } from '#app/features/console/admin-list.tsx'
import { useDue } from '#app/features/console/due-count.tsx'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/catalogue'

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return null
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Catalogue', description: 'Admin console.', index: false })

/** The sections of the catalogue. */
const shelves = [
  {
    to: href('/admin/catalogue/materials'),
    label: 'Materials',
    says: 'What is on sale or free, with the part that visitors read.',
  },
  {
    to: href('/admin/catalogue/bundles/new'),
    label: 'New bundle',
    says: 'Two to ten works at one price. Bundles are listed among the materials.',
  },
  { to: href('/admin/catalogue/posts'), label: 'Posts', says: 'The blog, with its pictures and drafts.' },
  { to: href('/admin/catalogue/courses'), label: 'Courses', says: 'Trainings in WhatsApp groups.' },
  { to: href('/admin/catalogue/services'), label: 'Services', says: 'Tutoring, editing, formatting and statistics help.' },
  { to: href('/admin/catalogue/topics'), label: 'Topics', says: 'The free directory, one by one or from a CSV file.' },
  { to: href('/admin/catalogue/thesaurus'), label: 'Thesaurus', says: 'What else to look for when a term is searched.' },
  {
    to: href('/admin/catalogue/curriculum'),
    label: 'Courses of programmes',
    says: 'Course codes and titles by which students find topics.',
  },
  {
    to: href('/admin/catalogue/missed-searches'),
    label: 'Missed searches',
    says: 'What visitors searched for and did not find.',
  },
] as const

export default function Catalogue() {
  const unsold = useDue()({ to: href('/admin/catalogue'), kinds: ['links'] })
  return (
    <section className="stack admin-section">
      <h1>Catalogue</h1>
      <ul className="lines">
        {shelves.map(({ to, label, says }) => (
          <li key={to} data-row>
            <Line to={to} name={label} details={says}>
              {to === href('/admin/catalogue/materials') && unsold > 0 && (
                <Link to={`${to}?show=link`}>{unsold} cannot be bought</Link>
              )}
            </Line>
          </li>
        ))}
      </ul>
    </section>
  )
}
