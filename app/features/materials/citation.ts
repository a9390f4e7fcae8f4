import { getCategory } from './categories.ts'
import type { Material } from './queries.server.ts'

type Cited = Pick<Material, 'title' | 'year_of_study' | 'category' | 'is_sample'>

/**
 * Returns the work's reference in APA 7. The authors of students' works are not public, so the title comes first. A
 * sample names Lamplight as its author, and no year: its year is that of no study.
 */
export function getCitation(material: Cited, address: string): string {
  const kind = getCategory(material.category).label
  return material.is_sample
    ? `Lamplight. (n.d.). ${material.title} [Sample ${kind}, written as an example]. ${address}`
    : `${material.title} [${kind}]. (${material.year_of_study ?? 'n.d.'}). Lamplight. ${address}`
}
