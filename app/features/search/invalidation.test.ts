// What the one box finds and suggests is kept for five minutes, but not beyond a change by the admin.
import { expect, test } from 'vitest'
import { postRoom } from '../blog/admin.server.ts'
import { courseRoom } from '../courses/admin.server.ts'
import { materialRoom } from '../materials/admin.server.ts'
import { serviceRoom } from '../services/admin.server.ts'
import { entryRoom } from '../thesaurus/admin.server.ts'
import { topicRoom } from '../topics/admin.server.ts'

test.each([
  ['materials', materialRoom],
  ['topics', topicRoom],
  ['posts', postRoom],
  ['courses', courseRoom],
  ['services', serviceRoom],
  ['the thesaurus', entryRoom],
])('a change of %s is found at once', (_what, { forget }) => {
  expect(forget).toContain('search:')
})

test.each([
  ['materials', materialRoom],
  ['posts', postRoom],
  ['courses', courseRoom],
  ['services', serviceRoom],
])('a change of %s is in the sitemap at once', (_what, { forget }) => {
  expect(forget).toContain('sitemap')
})
