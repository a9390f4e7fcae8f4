import { coverClasses, type Covered } from './cover-classes.ts'
import type { MaterialCard } from './queries.server.ts'

/** The cover of a material as a small picture without words, beside its title. */
export function Thumbnail({ material }: { material: Covered }) {
  return (
    <span className={`thumb ${coverClasses(material)}`} aria-hidden="true">
      <span className="motif" />
    </span>
  )
}

/** The cover of a material with its title, as a picture beside its downloads. */
export function SmallCover({ material }: { material: Covered & Pick<MaterialCard, 'title'> }) {
  return (
    <div className={`thumb lettered ${coverClasses(material)}`}>
      <p className="name">{material.title}</p>
      <span className="motif" aria-hidden="true" />
    </div>
  )
}
