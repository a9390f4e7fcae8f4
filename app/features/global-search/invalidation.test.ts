// Results and suggestions of the global search are cached for five minutes, but not beyond a change by the admin.
import { expect, test } from 'vitest'
import { postAdmin } from '#app/features/blog/admin.server.ts'
import { courseAdmin } from '#app/features/courses/admin.server.ts'
import { materialAdmin } from '#app/features/materials/admin.server.ts'
import { serviceAdmin } from '#app/features/services/admin.server.ts'
import { curriculumAdmin } from '#app/features/curriculum/admin.server.ts'
import { thesaurusAdmin } from '#app/features/thesaurus/admin.server.ts'
import { topicAdmin } from '#app/features/topics/admin.server.ts'

test.each([
  ['materials', materialAdmin],
  ['topics', topicAdmin],
  ['posts', postAdmin],
  ['courses', courseAdmin],
  ['services', serviceAdmin],
  ['the thesaurus', thesaurusAdmin],
  ['courses of programmes', curriculumAdmin],
])('a change of %s invalidates the cached search', (_what, { cacheKeys: forget }) => {
  expect(forget).toContain('search:')
})

test.each([
  ['materials', materialAdmin],
  ['posts', postAdmin],
  ['courses', courseAdmin],
  ['services', serviceAdmin],
])('a change of %s invalidates the cached sitemap', (_what, { cacheKeys: forget }) => {
  expect(forget).toContain('sitemap')
})
