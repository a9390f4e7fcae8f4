import { href } from 'react-router'
import * as v from 'valibot'
import { categoryNames } from './categories.ts'

/** The search parameters of the list of courses. Invalid values are ignored. */
const coursesQuery = v.object({
  search: v.fallback(
    v.pipe(
      v.string(),
      v.transform((text) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()),
      v.maxLength(200),
    ),
    '',
  ),
  category: v.fallback(v.nullable(v.picklist(categoryNames)), null),
})
export type CoursesQuery = v.InferOutput<typeof coursesQuery>

/** Parses the search parameters of /courses. `category` accepts the name with spaces, hyphens or underscores. */
export function parseCoursesQuery(parameters: URLSearchParams): CoursesQuery {
  return v.parse(coursesQuery, {
    search: parameters.get('search') ?? '',
    category: parameters.get('category')?.toLowerCase().replaceAll(/[-_]/g, ' ') || null,
  })
}

/** Returns the address of a list of courses. */
export function coursesPath({ search, category }: { search?: string; category?: string | null }): string {
  const parameters = new URLSearchParams({ ...(search ? { search } : {}), ...(category ? { category } : {}) })
  return parameters.size > 0 ? `${href('/courses')}?${parameters.toString()}` : href('/courses')
}
