import { getCategory } from '#app/features/materials/categories.ts'

type Mixed = { subject_area: string; category: string }

/**
 * Moves works so that neighbours differ in subject and category where possible. Each work moves forward only past works
 * that resemble their predecessor, so the order changes little.
 */
export function mixNeighbours<Work extends Mixed>(works: readonly Work[]): Work[] {
  const left = [...works]
  const mixed: Work[] = []
  while (left.length > 0) {
    const before = mixed.at(-1)
    const at = left.findIndex((work) => !before || !looksAlike(work, before))
    mixed.push(...left.splice(Math.max(at, 0), 1))
  }
  return mixed
}

const looksAlike = (one: Mixed, other: Mixed) =>
  one.subject_area === other.subject_area || getCategory(one.category).label === getCategory(other.category).label
