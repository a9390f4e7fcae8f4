import { expect, test } from 'vitest'
import { subjectAreas } from '#app/ui/subject-cover.ts'
import { postSubject } from './post-subject.ts'

test.each([
  ['Ethics approval for a nursing study: what the committee looks for', 'Nursing Ethics'],
  ['SPSS for beginners: from a pile of questionnaires to your first table', 'Evidence-Based Practice'],
  ['Defending your project: ten minutes to speak', 'Nursing Leadership'],
])('postSubject draws %j as %s', (title, subject) => {
  expect(postSubject(title)).toBe(subject)
  expect(subjectAreas).toContain(subject)
})

test('postSubject draws another post as the open book', () => {
  expect(postSubject('APA 7 for nurses')).toBe('')
})
