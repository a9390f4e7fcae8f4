import { subjectCover } from './subject-cover.ts'

type Props = { tiles: readonly { area: string; to: string; count?: string }[] }

/** Links to subject areas, each with its cloth, its symbol and, if given, what is counted there. */
export function SubjectTiles({ tiles }: Props) {
  return (
    <ul className="subjects">
      {tiles.map(({ area, to, count }) => (
        <li key={area}>
          <a className={subjectCover(area)} href={to}>
            <span className="motif" aria-hidden="true" />
            <span>
              {area} {count && <small>{count}</small>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
