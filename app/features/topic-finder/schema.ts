import { href } from 'react-router'
import * as v from 'valibot'
import { withoutControls } from '#app/platform/forms/fields.ts'
import { programmes } from '../materials/programmes.ts'

/** The longest text that is compared with the library, in characters: a title or an abstract of 300 words. */
export const LONGEST_TEXT = 3000

const text = (longest: number) => v.fallback(v.pipe(v.string(), v.transform(withoutControls), v.trim(), v.maxLength(longest)), '')

/** The choices of a student who looks for a topic. Invalid values are dropped, because addresses are shared. */
const finderQuery = v.object({
  /** A programme's common abbreviation, or '' for any. */
  programme: v.fallback(v.picklist(['', ...programmes.map(({ label }) => label)]), ''),
  area: text(100),
  interest: text(200),
  place: text(60),
})
export type FinderQuery = v.InferOutput<typeof finderQuery>

/** Parses the search parameters of /find-a-topic. */
export function parseFinderQuery(parameters: URLSearchParams): FinderQuery {
  const read = (name: string) => parameters.get(name) ?? ''
  return v.parse(finderQuery, {
    programme: read('programme'),
    area: read('area'),
    interest: read('interest'),
    place: read('place'),
  })
}

/** Returns the address of the page with these choices. */
export function finderPath(query: FinderQuery): string {
  const chosen = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return chosen ? `${href('/find-a-topic')}?${chosen}` : href('/find-a-topic')
}

/** Returns the address of a topic's outline for these choices. */
export function outlinePath(topic: string, { programme, place }: Pick<FinderQuery, 'programme' | 'place'>): string {
  const parameters = new URLSearchParams({ topic, ...(programme ? { programme } : {}), ...(place ? { place } : {}) })
  return `${href('/find-a-topic/outline')}?${parameters.toString()}`
}
