import { shade } from '#app/ui/cover.ts'
import { subjectCover } from '#app/ui/subject-cover.ts'
import type { MaterialCard } from './queries.server.ts'

type Covered = Pick<MaterialCard, 'id' | 'subject_area'>

const getCloth = ({ id, subject_area }: Covered) => `${subjectCover(subject_area)} ${shade(id)}`

/** The cover of a material as a small picture without words, beside its title. */
export function Thumbnail({ material }: { material: Covered }) {
  return (
    <span className={`thumb ${getCloth(material)}`} aria-hidden="true">
      <span className="motif" />
    </span>
  )
}

/** The cover of a material with its title, as a picture beside its downloads. */
export function SmallCover({ material }: { material: Covered & Pick<MaterialCard, 'title'> }) {
  return (
    <div className={`thumb lettered ${getCloth(material)}`}>
      <p className="name">{material.title}</p>
      <span className="motif" aria-hidden="true" />
    </div>
  )
}
