import { categoryOf } from './categories.ts'
import type { MaterialCard } from './queries.server.ts'
import { sampleWord } from './sold.ts'

/**
 * The first line of a cover: the category, and before it the word by which a sample is known. On the shelf of a laptop there is no room for
 * both; the word is at the foot of the cover there.
 */
export function Kind({ material, onShelf = false }: { material: MaterialCard; onShelf?: boolean }) {
  const word = sampleWord(material)
  return (
    <p className="kind caps">
      {word && <b className={onShelf ? 'thin' : undefined}>{word}</b>} <span>{categoryOf(material.category).label}</span>
    </p>
  )
}
