import { href } from 'react-router'
import { buyerAddress, studentAddress } from '#app/features/console/person-addresses.ts'
import { Line } from '#app/features/console/admin-list.tsx'
import { findPages } from '#app/features/console/pages.ts'
import { requireAnyAdmin } from '#app/features/console/require-admin.server.ts'
import { ConsoleSearchForm, MAX_SEARCH_CHARS, useSearchable } from '#app/features/console/search-box.tsx'
import { type Found, searchConsole } from '#app/features/console/search.server.ts'
import { groupPages } from '#app/features/texts/group-pages.ts'
import { cleanSearch } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/search'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAnyAdmin(context)
  const search = cleanSearch(new URL(request.url).searchParams.get('q'), MAX_SEARCH_CHARS)
  return {
    search,
    pages: findPages(search, admin.roles, groupPages),
    found: await searchConsole(admin, search).catch(orLog('Could not search the console', null)),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Search', description: 'Admin console.', index: false })

const groups: readonly { kind: Found['kind']; title: string; to: (key: string) => string }[] = [
  { kind: 'order', title: 'Orders', to: (id) => href('/admin/money/orders/:id', { id }) },
  { kind: 'buyer', title: 'Buyers', to: buyerAddress },
  { kind: 'student', title: 'Students and admins', to: studentAddress },
  { kind: 'conversation', title: 'Conversations', to: (id) => href('/admin/people/messages/:id', { id }) },
  { kind: 'material', title: 'Materials', to: (id) => href('/admin/catalogue/materials/:id', { id }) },
  { kind: 'upload', title: 'Uploads', to: (id) => href('/admin/reviews/:id', { id }) },
  { kind: 'topic', title: 'Topics', to: (id) => href('/admin/catalogue/topics/:id', { id }) },
]

export default function Search({ loaderData: { search, pages, found } }: Route.ComponentProps) {
  const searchable = useSearchable()
  return (
    <section className="stack admin-section">
      <h1>{search ? `Search: ${search}` : 'Search'}</h1>
      <ConsoleSearchForm words={search} />
      {found === null ? (
        <EmptyState title="The search does not work at the moment." hint="Try again in a minute." />
      ) : (
        found.length + pages.length === 0 && (
          <EmptyState
            title={search.length < 2 ? 'Type two characters or more.' : 'Nothing found.'}
            hint={`Part of one is enough: ${searchable.toLowerCase()}.`}
          />
        )
      )}
      {pages.length > 0 && (
        <section className="stack" aria-labelledby="found-pages">
          <h2 id="found-pages">Pages</h2>
          <ul className="lines">
            {pages.map(({ to, label, section }) => (
              <li key={to + label} data-row>
                <Line to={to} name={label} details={section} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.map(({ kind, title, to }) => {
        const rows = found?.filter((row) => row.kind === kind) ?? []
        return (
          rows.length > 0 && (
            <section className="stack" aria-labelledby={`found-${kind}`} key={kind}>
              <h2 id={`found-${kind}`}>{title}</h2>
              <ul className="lines">
                {rows.map((row) => (
                  <li key={row.key} data-row>
                    <Line to={to(row.key)} name={row.title} details={row.details} />
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
    </section>
  )
}
