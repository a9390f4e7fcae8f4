import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/services/backend.server.ts'
import { asTyped, effectiveQuery, searchedWords } from '#app/platform/text/effective-query.ts'
import { type Course, getCourseName } from '../curriculum/courses.ts'
import { namedWishes, withoutWishes } from '../search/named-wishes.ts'
import { words } from './labels.ts'
import type { Directory } from './queries.server.ts'
import type { TopicsQuery } from './schema.ts'
import { findInOrder, isFound, NONE_RELATED, PAGE_SIZE, type RelatedTopics } from './topic.ts'

/** The maximum number of related topics on a page. */
const MAX_NEAR = 12
/** The maximum length of a search; a shared link may be longer. */
const LONGEST_SEARCH = 200

const correction = v.object({ typed: v.string(), corrected: v.string() })
/** The response of public.related_topics. */
const schema = v.object({
  topics: v.array(v.string()),
  corrections: v.array(correction),
  offered: v.array(correction),
  understood: v.array(v.object({ typed: v.string(), meaning: v.string() })),
  named: v.array(v.object({ typed: v.string(), stems: v.array(v.string()), is_indexed: v.boolean() })),
  closest: v.array(v.string()),
})

/** Returns the regular expression of words that begin like those of a search, without words of up to three letters. */
function wordsPattern(searched: string): string {
  return (searched.match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? [])
    .map((word) => String.raw`\b${word.slice(0, Math.max(4, word.length - 2))}\p{L}{0,4}`)
    .join('|')
}

/** Adds to a search that is the code or title of a course what it may mean. */
export const withCourse = (related: RelatedTopics, [course]: readonly Course[]): RelatedTopics =>
  course && related.meant === '' ? { ...related, meant: getCourseName(course) } : related

/**
 * Returns the programmes of a search that list such topics first, and its kinds, prices and years, which topics do not
 * have. Without other words there are none.
 */
function readWishes(search: string, named: v.InferOutput<typeof schema>['named']) {
  const without = withoutWishes(search, named)
  const indexed = named.filter(({ is_indexed }) => is_indexed)
  const unsearched = without === '' ? [] : named.filter(({ is_indexed }) => !is_indexed)
  return {
    first:
      without === ''
        ? ''
        : namedWishes(search, indexed)
            .map(({ name }) => name)
            .join(', '),
    unsearched: unsearched.map(({ typed }) => asTyped(search, typed)).join(', '),
    without,
  }
}

/**
 * Returns topics that are related to a search, without those that contain it as a word, and how the search was read.
 * The more topics contain it, the fewer related ones; none without a search and on later pages.
 * @throws if the backend failed.
 */
export async function topicsNear(
  client: Client,
  directory: Directory,
  query: Omit<TopicsQuery, 'course'>,
): Promise<RelatedTopics> {
  const { search, area, page, typed } = query
  if (search === '' || search.length > LONGEST_SEARCH || page > 1) {
    return NONE_RELATED
  }
  const near = await publicCache.get(`topics:near:${typed}:${search}`, async () => {
    const { data } = await client.rpc('related_topics', { search, verbatim: typed }).throwOnError()
    return v.parse(schema, data)
  })
  const { topics: found, whole } = findInOrder(directory.topics, search, area)
  const shown = new Set(found.slice(0, whole))
  const byName = new Map(directory.topics.map((topic) => [topic.title, topic] as const))
  const meant = effectiveQuery(search, [...near.corrections, ...near.offered])
  const closest = area === '' && found.length === 0 ? near.closest : []
  return {
    heading: closest.length > 0 ? words.closest : words.near,
    topics: [...near.topics, ...closest]
      .map((name) => byName.get(name))
      .filter((topic) => topic !== undefined)
      .filter((topic) => isFound(topic, '', area) && !shown.has(topic))
      .slice(0, Math.min(MAX_NEAR, Math.max(0, PAGE_SIZE - whole))),
    pattern: wordsPattern(searchedWords(search, near)),
    meant: meant.some(({ corrected }) => corrected) ? meant.map(({ text }) => text).join('') : '',
    also: near.understood.map((one) => `${one.meaning} (${asTyped(search, one.typed)})`).join('; '),
    ...readWishes(search, near.named),
  }
}
