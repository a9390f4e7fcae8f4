import { categoryOf } from './categories.ts'
import type { Material } from './queries.server.ts'

type Cited = Pick<Material, 'title' | 'year_of_study' | 'category' | 'is_sample'>

/**
 * How to name this work in a list of references, APA 7. No author of a student's work is given to the public, so its title comes first. A
 * sample was written by Lamplight and says so; its year is an example and is left out.
 */
export function citationOf(material: Cited, address: string): string {
  const kind = categoryOf(material.category).label
  return material.is_sample
    ? `Lamplight. (n.d.). ${material.title} [Sample ${kind}, written as an example]. ${address}`
    : `${material.title} [${kind}]. (${material.year_of_study ?? 'n.d.'}). Lamplight. ${address}`
}
