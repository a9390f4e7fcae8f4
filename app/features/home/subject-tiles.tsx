import { subjectCover } from '#app/ui/subject-cover.ts'
import { marketplacePath } from '#app/features/search/schema.ts'

/** The subject areas with most works, each with its cloth, its symbol and its number of works. */
export function SubjectTiles({ subjects }: { subjects: readonly { area: string; works: number }[] }) {
  return (
    <ul className="subjects">
      {subjects.map(({ area, works }) => (
        <li key={area}>
          <a className={subjectCover(area)} href={marketplacePath({ area })}>
            <span className="motif" aria-hidden="true" />
            <span>
              {area} <small>{works === 1 ? '1 work' : `${works} works`}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
