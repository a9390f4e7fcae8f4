/* Prepares the policy suite on copies of a database that the role of the site migrated. */
import type { TestProject } from 'vitest/node'
import { SITE_ROLE, getTemplate, getTestPostgresql } from './own-postgresql.ts'

export default function provideTemplate(project: TestProject): void {
  const result = getTestPostgresql()
  project.provide(
    'migratedTemplate',
    result ? { superuser: result.superuser, template: getTemplate('none'), owner: SITE_ROLE } : undefined,
  )
}
