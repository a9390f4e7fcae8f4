/** The categories of courses, as they are stored and shown (SPEC 2), each with the class of its covers. */
export const courseCategories = [
  { name: 'general nursing', cover: '' },
  { name: 'midwifery', cover: 'c-seminar' },
  { name: 'psychiatric nursing', cover: 'c-proposal' },
  { name: 'perioperative nursing', cover: 'c-study' },
  { name: 'community health nursing', cover: 'c-thesis' },
  { name: 'orthopedic nursing', cover: 'c-other' },
] as const

export const categoryNames = courseCategories.map(({ name }) => name)

/** Returns the classes of a course's cover. */
export function getCover(category: string): string {
  return courseCategories.find(({ name }) => name === category)?.cover ?? 'c-other'
}
