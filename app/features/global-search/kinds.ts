import { href } from 'react-router'
import { correctedSearch } from '#app/platform/text/effective-query.ts'
import { marketplacePath } from '#app/features/search/schema.ts'
import { previewPath } from '#app/features/materials/preview-path.ts'
import { topicPath, topicsPath } from '#app/features/topics/addresses.ts'
import { coursesPath } from '#app/features/courses/schema.ts'
import type { GlobalSearchResults, Hit, Kind } from './queries.server.ts'
import type { GlobalSearchQuery } from './schema.ts'

/** The headings of the kinds. */
export const names: Record<Kind, string> = {
  m: 'Materials',
  t: 'Topics',
  p: 'Posts',
  c: 'Courses',
  s: 'Writing services',
}

/** Returns the address of a result. */
export function pathTo({ kind, key }: Pick<Hit, 'kind' | 'key'>): string {
  return {
    m: previewPath(key),
    t: topicPath(key),
    p: href('/blog/:key', { key }),
    c: href('/course-details/:id', { id: key }),
    s: href('/service-details/:id', { id: key }),
  }[kind]
}

/** Returns a link to the list of a kind, with the corrected words if that list can search for them. */
export function listLink(
  kind: Kind,
  query: GlobalSearchQuery,
  { coursesTakeWords, corrections }: Pick<GlobalSearchResults, 'coursesTakeWords' | 'corrections'>,
): { to: string; label: string } {
  const words = correctedSearch(query.words, corrections)
  const forWords = `for “${words}”`
  return {
    m: { to: marketplacePath({ search: words, typed: query.typed }), label: `All materials ${forWords}` },
    t: { to: topicsPath({ search: words }), label: `All topics ${forWords}` },
    p: { to: href('/blog'), label: 'All posts' },
    c: coursesTakeWords
      ? { to: coursesPath({ search: words }), label: `All courses ${forWords}` }
      : { to: href('/courses'), label: 'All courses' },
    s: { to: href('/writing-services'), label: 'All writing services' },
  }[kind]
}
