import { href, Link } from 'react-router'
import type { MissedSearch } from '#app/features/missed-searches/queries.server.ts'

/** Searches of this week and the last one that several visitors missed. Nothing is due, so they are not counted. */
export function MissedSearches({ missed }: { missed: readonly MissedSearch[] }) {
  return (
    missed.length > 0 && (
      <section className="stack" aria-labelledby="missed">
        <h2 id="missed">Searched for, not found</h2>
        <ul className="lines">
          {missed.map(({ words, kind, visitors }) => (
            <li key={kind + words} data-row>
              <div>
                <p className="name">{words}</p>
                <p className="small soft">{`${visitors} visitors, among the ${kind}s`}</p>
              </div>
            </li>
          ))}
        </ul>
        <p>
          <Link to={href('/admin/catalogue/missed-searches')}>Missed searches, and what to do about them</Link>
        </p>
      </section>
    )
  )
}
