import { topicsPath } from './addresses.ts'
import type { Area } from './queries.server.ts'

/** The number of areas that are always shown: two rows on a laptop. */
const SHOWN_AREAS = 8

type Props = { areas: readonly Area[]; current: string }

/** The subject areas with most topics, after the current one. */
export function AreaLinks({ areas, current }: Props) {
  return (
    <nav className="chips run small" aria-labelledby="areas">
      <span className="soft" id="areas">
        {areas.length} subject areas
      </span>
      <Chips areas={shownAreas({ areas, current })} />
    </nav>
  )
}

/** The other subject areas, by name and folded. Renders nothing if there are none. */
export function MoreAreas({ areas, current }: Props) {
  const shown = shownAreas({ areas, current })
  const more = areas.filter((area) => !shown.includes(area))
  return (
    more.length > 0 && (
      <details className="more-areas">
        <summary>{more.length === 1 ? '1 more area' : `${more.length} more areas`}</summary>
        <nav className="chips" aria-label="More subject areas">
          <Chips areas={more} />
        </nav>
      </details>
    )
  )
}

/** Links to areas of the directory, each with its number of topics. */
function Chips({ areas }: { areas: readonly Area[] }) {
  return areas.map(({ name, count }) => (
    <a key={name} className="chip" href={topicsPath({ area: name })}>
      {name} <span className="soft num">{count}</span>
    </a>
  ))
}

function shownAreas({ areas, current }: Props): Area[] {
  const isCurrent = ({ name }: Area) => Number(name === current)
  return areas.toSorted((one, other) => isCurrent(other) - isCurrent(one) || other.count - one.count).slice(0, SHOWN_AREAS)
}
