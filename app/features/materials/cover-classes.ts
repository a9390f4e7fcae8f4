import { shade } from '#app/ui/cover.ts'
import { subjectCover } from '#app/ui/subject-cover.ts'
import { getCategory, OUTLINE } from './categories.ts'
import type { MaterialCard } from './queries.server.ts'

/** The fields that the look of a cover depends on. */
export type Covered = Pick<MaterialCard, 'id' | 'subject_area' | 'category' | 'list_category'>

/** Returns the classes of a cover: the subject gives the cloth, the id its shade, and the category the binding. */
export function coverClasses({ id, subject_area, category, list_category }: Covered): string {
  const binding = list_category === OUTLINE ? 'k-outline' : getCategory(category).binding
  return [subjectCover(subject_area), shade(id), binding].filter(Boolean).join(' ')
}
