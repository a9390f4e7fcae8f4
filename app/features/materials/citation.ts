import type { Material } from './queries.server.ts'
import { categoryOf } from './categories.ts'

/** How to name this work in a list of references, APA 7: no author is given to the public, so the title leads. */
export function citationOf(material: Pick<Material, 'title' | 'year_of_study' | 'category'>, address: string): string {
  return `${material.title} [${categoryOf(material.category).label}]. (${material.year_of_study ?? 'n.d.'}). Lamplight. ${address}`
}
