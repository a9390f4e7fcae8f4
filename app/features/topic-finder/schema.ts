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

/** The questions of the finder, in order. Each is answered or skipped on a page of its own. */
export const questions = ['programme', 'area', 'interest', 'place'] as const
export type Question = (typeof questions)[number]

/** Returns the question that an address asks: the first without any answer, null after the last. */
export function parseStep(parameters: URLSearchParams, query: FinderQuery): Question | null {
  const asked = parameters.get('step')
  const hasAnswer = Object.values(query).some((value) => value !== '')
  return questions.find((question) => question === asked) ?? (hasAnswer || asked === 'results' ? null : 'programme')
}

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

/** Returns the address of a question with these choices, or of their topics with null. */
export function finderPath(query: FinderQuery, step: Question | null): string {
  const chosen = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  chosen.set('step', step ?? 'results')
  return `${href('/find-a-topic')}?${chosen.toString()}`
}

/** Returns the address of a topic's outline for these choices. */
export function outlinePath(topic: string, { programme, place }: Pick<FinderQuery, 'programme' | 'place'>): string {
  const parameters = new URLSearchParams({ topic, ...(programme ? { programme } : {}), ...(place ? { place } : {}) })
  return `${href('/find-a-topic/outline')}?${parameters.toString()}`
}
