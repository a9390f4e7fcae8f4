/* The policy suite on a PostgreSQL with the roles of a hosted project, onto which the real `supabase db push` put our migrations. */
import type { TestProject } from 'vitest/node'
import { push, startProjects } from './hosted-project.ts'

export default async function pushOnce(project: TestProject): Promise<() => Promise<void>> {
  const projects = await startProjects()
  push(projects.off)
  // A database that somebody is connected to cannot be copied.
  await projects.leave()
  project.provide('migratedTemplate', { superuser: projects.superuser, template: 'project_off', owner: 'postgres' })
  return () => projects.stop()
}
