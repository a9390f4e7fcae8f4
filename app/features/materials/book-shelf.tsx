import { coverClasses } from './cover-classes.ts'
import { Kind } from './kind.tsx'
import { Notes, PriceChip } from './material-card.tsx'
import type { MaterialCard } from './queries.server.ts'
import { previewPath } from './preview-path.ts'

/** Titles of this length or more leave no space for the symbol. */
const LONG_TITLE_CHARS = 70

/** Covers on a board with their price tickets, for the home page. A phone scrolls them sideways. */
export function BookShelf({ materials }: { materials: readonly MaterialCard[] }) {
  return (
    <ul className="board">
      {materials.map((material) => (
        <li key={material.id} className={`book ${coverClasses(material)}`}>
          <div className="spine">
            <Kind material={material} />
            <h3 className="name">
              <a href={previewPath(material.slug)}>{material.title}</a>
            </h3>
            {material.title.length < LONG_TITLE_CHARS && <span className="motif" aria-hidden="true" />}
            <p className="subj">{material.subject_area}</p>
          </div>
          <PriceChip material={material} />
          <p className="meta">
            <Notes material={material} />
          </p>
        </li>
      ))}
    </ul>
  )
}
