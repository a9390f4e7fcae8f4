// What the one box finds and suggests is kept for five minutes, but not beyond a change by the operator.
import { expect, test } from 'vitest'
import { postRoom } from '../blog/room.server.ts'
import { courseRoom } from '../courses/room.server.ts'
import { materialRoom } from '../materials/room.server.ts'
import { serviceRoom } from '../services/room.server.ts'
import { entryRoom } from '../thesaurus/room.server.ts'
import { topicRoom } from '../topics/room.server.ts'

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
