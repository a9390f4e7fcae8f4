import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { correctedSearch } from '#app/platform/text/effective-query.ts'
import type { Client } from '#app/services/backend.server.ts'
import { parseCoursesQuery } from '#app/features/courses/schema.ts'
import { matches } from '#app/features/courses/matching.ts'
import { findCourses } from '#app/features/courses/queries.server.ts'
import type { GlobalSearchQuery } from './schema.ts'

const kinds = ['m', 't', 'p', 'c', 's'] as const
/** A kind of result: material, topic, post, course, service. */
export type Kind = (typeof kinds)[number]

/** The response of public.search_all. */
const schema = v.object({
  hits: v.array(
    v.object({
      kind: v.picklist(kinds),
      title: v.string(),
      /** The key of its address: the slug, the id, or a topic's text. */
      key: v.string(),
      label: v.string(),
      /** In naira; 0 is free. */
      price: v.nullable(v.number()),
      is_sample: v.boolean(),
      /** True if it matches every word. */
      exact: v.boolean(),
      more: v.boolean(),
    }),
  ),
  corrections: v.array(v.object({ typed: v.string(), corrected: v.string() })),
})

export type Hit = v.InferOutput<typeof schema>['hits'][number]

export type GlobalSearchResults = {
  /** The best three of each kind with results. */
  groups: { kind: Kind; hits: Hit[]; more: boolean }[]
  /** Words that were corrected. */
  corrections: { typed: string; corrected: string }[]
  /** True if the list of courses finds these words too: it requires exact matches. */
  coursesTakeWords: boolean
}

/**
 * Returns the best three of each kind, searched and ranked in the database.
 * @throws if the backend failed.
 */
export function searchAll(client: Client, { words, typed: values }: GlobalSearchQuery): Promise<GlobalSearchResults> {
  return publicCache.get(`search:everything:${values}:${words}`, async () => {
    const [{ data }, courses] = await Promise.all([
      client.rpc('search_all', { search: words, verbatim: values }).throwOnError(),
      findCourses(client),
    ])
    const { hits, corrections } = v.parse(schema, data)
    const asked = parseCoursesQuery(new URLSearchParams({ search: correctedSearch(words, corrections) }))
    return {
      groups: [...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, best]) => ({
        kind,
        hits: best,
        more: best.some(({ more }) => more),
      })),
      corrections,
      coursesTakeWords: courses.some((course) => matches(course, asked)),
    }
  })
}
