import { getCategory } from './categories.ts'
import type { MaterialCard } from './queries.server.ts'
import { describeSort } from './sold.ts'

/** The first line of a cover: the category, after the words that identify a bundle or a sample. */
export function Kind({ material }: { material: MaterialCard }) {
  const sort = describeSort(material)
  return (
    <p className="kind caps">
      {sort && <b>{sort}</b>} <span>{getCategory(material.category).label}</span>
    </p>
  )
}
