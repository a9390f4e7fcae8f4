import { programmes } from '../materials/programmes.ts'

/** A course of a programme, with the subject areas or words by which its topics are found, separated by commas. */
export type Course = { code: string; title: string; programme: string; level: string; subjects: string }

/** Returns a code or title without case, spaces, hyphens and other punctuation. */
const simplify = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns true if a text begins like a course code: three letters and three digits, however they are joined. */
export const beginsWithCode = (text: string) => /^\p{L}{2,4}[^\p{L}\p{N}]*\d{3}(?!\d)/u.test(text)

/** Returns the courses whose code, title, or code and title is this text. "Pharmacology" also is Pharmacology I. */
export function findCourses<One extends Course>(courses: readonly One[], text: string): One[] {
  const typed = simplify(text)
  return typed === ''
    ? []
    : courses.filter(({ code, title }) =>
        [code, title, code + title, title.replace(/ [IV]+$/, '')].some((name) => simplify(name) === typed),
      )
}

/** Returns the code and title of a course. */
export const getCourseName = ({ code, title }: Course) => `${code} ${title}`.trim()

/** Returns the programme and level of a course, as 'BNSc, 400 level'. */
export function getCourseLevel({ programme, level }: Course): string {
  const label = programmes.find(({ stored }) => stored === programme)?.label
  return [label, level].filter(Boolean).join(', ')
}
