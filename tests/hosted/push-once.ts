/*
 * The policy suite on a PostgreSQL with the roles of a hosted project, with our migrations from the real `supabase db
 * push`.
 */
import type { TestProject } from 'vitest/node'
import { push, startProjects } from './hosted-project.ts'

export default async function pushOnce(project: TestProject): Promise<() => Promise<void>> {
  const projects = await startProjects()
  push(projects.off)
  // A database with open connections cannot be copied.
  await projects.leave()
  project.provide('migratedTemplate', { superuser: projects.superuser, template: 'project_off', owner: 'postgres' })
  return () => projects.stop()
}
