import { getCategory } from './categories.ts'
import type { MaterialCard } from './queries.server.ts'
import { sampleWord } from './sold.ts'

/**
 * The first line of a cover: the category, and before it the word by which a sample is known. On the shelf of a laptop there is no room for
 * both; the word is at the foot of the cover there.
 */
export function Kind({ material, onCatalogue = false }: { material: MaterialCard; onCatalogue?: boolean }) {
  const word = sampleWord(material)
  return (
    <p className="kind caps">
      {word && <b className={onCatalogue ? 'thin' : undefined}>{word}</b>} <span>{getCategory(material.category).label}</span>
    </p>
  )
}
