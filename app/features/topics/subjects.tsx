import { SubjectTiles } from '#app/ui/subject-tiles.tsx'
import { topicPath, topicsPath } from './addresses.ts'
import type { Area } from './queries.server.ts'

/** The number of subject areas that have a tile: four rows on a phone. */
const TILES = 8

/**
 * A tile for each of the subject areas with most topics, and all other areas, folded. app/islands/topics.island.ts hides
 * them during a search.
 */
export function Subjects({ areas }: { areas: readonly Area[] }) {
  const tiles = areas.toSorted((one, other) => other.count - one.count).slice(0, TILES)
  return (
    <>
      <SubjectTiles
        tiles={tiles.map(({ name, count }) => ({
          area: name,
          to: topicsPath({ area: name }),
          count: count === 1 ? '1 topic' : `${count} topics`,
        }))}
      />
      {areas.length > TILES && <AllSubjects areas={areas.filter((area) => !tiles.includes(area))} />}
    </>
  )
}

/** Links to subject areas, folded, each with its number of topics. */
export function AllSubjects({ areas }: { areas: readonly Area[] }) {
  return (
    <details className="all-subjects">
      <summary>All subjects</summary>
      <ul className="chips">
        {areas.map(({ name, count }) => (
          <li key={name}>
            <a className="chip" href={topicsPath({ area: name })}>
              {name} <span className="soft num">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The topics that were opened most, each a link to its own page. Draws nothing while too few were opened. */
export function MostOpened({ topics }: { topics: readonly string[] }) {
  return topics.length === 0 ? null : (
    <section aria-labelledby="most-opened">
      <h2 className="h3" id="most-opened">
        Opened most this month
      </h2>
      <ol className="opened">
        {topics.map((topic) => (
          <li key={topic}>
            <a href={topicPath(topic)}>{topic}</a>
          </li>
        ))}
      </ol>
    </section>
  )
}
