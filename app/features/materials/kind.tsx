import { getCategory } from './categories.ts'
import type { MaterialCard } from './queries.server.ts'
import { sampleWord } from './sold.ts'

/** The first line of a cover: the category, after the word that identifies a sample. */
export function Kind({ material }: { material: MaterialCard }) {
  const word = sampleWord(material)
  return (
    <p className="kind caps">
      {word && <b>{word}</b>} <span>{getCategory(material.category).label}</span>
    </p>
  )
}
