import type { CoursesQuery } from './schema.ts'

/** The searched text of a course. */
type Searched = { title: string; category: string; instructor_name: string | null; description: string | null }

/** Returns true if a course has the category and contains every word of the search, ignoring case and accents. */
export function matches(course: Searched, { search, category }: CoursesQuery): boolean {
  const text = plain(`${course.title} ${course.category} ${course.instructor_name ?? ''} ${course.description ?? ''}`)
  return (
    (category === null || course.category === category) &&
    plain(search)
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
