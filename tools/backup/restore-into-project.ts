import { move } from './move.ts'
import type { Part } from './parts.ts'
import { projectDestination } from './project-destination.ts'
import { holdsFilesOnly } from './project-source.ts'
import { putFilesBack } from './project-storage.ts'
import type { Project } from './project.ts'
import { verifyCopy } from './restore.ts'

/**
 * Restores a copy into a hosted project: everything if its database URL is known and the project only has the
 * migrations, otherwise the files that are missing or differ.
 * @param file the name of the copy in messages.
 * @returns a description of what was restored.
 * @throws an error when the copy is damaged, or when the project cannot hold it.
 */
export async function restoreIntoProject(
  file: string,
  parts: () => AsyncIterable<Part>,
  project: Project,
): Promise<{ what: string }> {
  const { databaseUrl } = project
  const copy = await verifyCopy(file, parts())
  if (databaseUrl === null || holdsFilesOnly(copy)) {
    return { what: `${await putFilesBack(parts(), project)} files` }
  }
  const { about, total } = await move(parts, projectDestination({ ...project, databaseUrl }, file))
  const rows = Object.values(total.tables).reduce((sum, table) => sum + table.rows, 0)
  return { what: `${rows} rows of ${about.tables.length} tables and ${total.files.count} files` }
}
