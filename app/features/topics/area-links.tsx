import { topicsPath } from './addresses.ts'
import type { Area } from './queries.server.ts'

/** The subject areas of the directory, each with its number of topics and a link to them. */
export function AreaLinks({ areas }: { areas: readonly Area[] }) {
  return (
    <nav className="chips run small" aria-labelledby="areas">
      <span className="soft" id="areas">
        {areas.length} subject areas
      </span>
      {areas.map(({ name, count }) => (
        <a key={name} className="chip" href={topicsPath({ area: name })}>
          {name} <span className="soft num">{count}</span>
        </a>
      ))}
    </nav>
  )
}
