/* The policy suite on copies of a database that the site's own role migrated. */
import type { TestProject } from 'vitest/node'
import { SITE_ROLE, templateOf, toldPostgresql } from './own-postgresql.ts'

export default function provideTemplate(project: TestProject): void {
  const told = toldPostgresql()
  project.provide(
    'migratedTemplate',
    told ? { superuser: told.superuser, template: templateOf('none'), owner: SITE_ROLE } : undefined,
  )
}
