import { href, Link } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { listWanted } from '#app/features/alerts/queries.server.ts'
import { describeWanted } from '#app/platform/text/wanted.ts'
import { listMissed } from '#app/features/missed-searches/queries.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/missed-searches'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const [missed, wanted] = await Promise.all([
    listMissed(admin).catch(orLog('Could not list the missed searches', null)),
    listWanted(admin).catch(orLog('Could not list what is wanted', null)),
  ])
  return { missed, wanted }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Missed searches', description: 'Admin console.', index: false })

export default function MissedSearches({ loaderData: { missed, wanted } }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <h1>Missed searches</h1>
      <p className="small soft">
        Searches by three or more visitors in a week that found nothing. Stored for twelve weeks, without who searched.
      </p>
      {missed?.length ? (
        <ul className="lines">
          {missed.map(({ words, kind, visitors, weeks, newest, requests }) => (
            <li key={kind + words} data-row>
              <div>
                <p className="name">{words}</p>
                <p className="small soft">
                  {`${visitors} visitors in ${weeks === 1 ? 'one week' : `${weeks} weeks`}, last in the week of ${formatDay(newest)}, among the ${kind}s`}
                </p>
                <p className="row small">
                  <Link to={`${href('/admin/catalogue/thesaurus/new')}?${new URLSearchParams({ term: words }).toString()}`}>
                    Add a synonym
                  </Link>
                  <Link to={href('/admin/catalogue/topics/new')}>Add a topic</Link>
                  {requests > 0 && (
                    <Link to={`${href('/admin/people/requests')}?${new URLSearchParams({ search: words }).toString()}`}>
                      {requests === 1 ? '1 open topic request' : `${requests} open topic requests`}
                    </Link>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={missed ? 'Nothing was missed by three visitors in a week.' : 'The list could not be loaded.'} />
      )}
      <h2>Asked to be told</h2>
      <p className="small soft">What is wanted, and by how many addresses. They get an email when a work appears.</p>
      {wanted?.length ? (
        <ul className="lines">
          {wanted.map((one) => (
            <li key={one.kind + one.wanted} data-row>
              <div>
                <p className="name">{capitalised(describeWanted(one))}</p>
                <p className="small soft">
                  {`${one.addresses === 1 ? '1 address' : `${one.addresses} addresses`}, last on ${formatDay(one.newest)}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={wanted ? 'No address asked to be told of anything.' : 'The list could not be loaded.'} />
      )}
    </section>
  )
}
