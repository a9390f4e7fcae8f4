import { shade } from '#app/ui/cover.ts'
import { Icon } from '#app/ui/icon.tsx'
import { getCategory } from './categories.ts'
import type { MaterialCard } from './queries.server.ts'

type Covered = Pick<MaterialCard, 'id' | 'category'>

const getCloth = ({ id, category }: Covered) => `cloth ${getCategory(category).cover} ${shade(id)}`

/** The cover of a material as a small picture without words, beside its title. */
export function Thumbnail({ material }: { material: Covered }) {
  return (
    <span className={`thumb ${getCloth(material)}`} aria-hidden="true">
      <Icon name="lamp" />
    </span>
  )
}

/** The cover of a material with its title, as a picture beside its downloads. */
export function SmallCover({ material }: { material: Covered & Pick<MaterialCard, 'title' | 'subject_area'> }) {
  return (
    <div className={`thumb lettered ${getCloth(material)}`}>
      <p className="name">{material.title}</p>
      <p className="small">{material.subject_area}</p>
    </div>
  )
}
