import { MaterialCard } from '../materials/material-card.tsx'
import type { MaterialCard as Card } from '../materials/queries.server.ts'

/** Works in a list. */
export function CardList({ id, works }: { id: string; works: readonly Card[] }) {
  return (
    <ul className="shelf sheet saved-list" id={id}>
      {works.map((material) => (
        <MaterialCard key={material.id} material={material} />
      ))}
    </ul>
  )
}
