import { getCategory } from './categories.ts'
import type { MaterialCard } from './queries.server.ts'
import { sampleWord } from './sold.ts'

/**
 * The first line of a cover: the category, after the word that identifies a sample. A laptop's results list has no
 * space for both; there the word is at the foot of the cover.
 */
export function Kind({ material, onCatalogue = false }: { material: MaterialCard; onCatalogue?: boolean }) {
  const word = sampleWord(material)
  return (
    <p className="kind caps">
      {word && <b className={onCatalogue ? 'thin' : undefined}>{word}</b>} <span>{getCategory(material.category).label}</span>
    </p>
  )
}
