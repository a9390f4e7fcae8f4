import { expect, test } from 'vitest'
import { subjectAreas } from '#app/ui/subject-cover.ts'
import { works } from './works.ts'

test('every demo work has one of the subject areas of the site', () => {
  const known: ReadonlySet<string> = new Set(subjectAreas)
  expect(works.map(({ subject }) => subject).filter((subject) => !known.has(subject))).toEqual([])
})
