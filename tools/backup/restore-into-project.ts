import { move } from './move.ts'
import type { Part } from './parts.ts'
import { projectDestination } from './project-destination.ts'
import { holdsFilesOnly } from './project-source.ts'
import { putFilesBack } from './project-storage.ts'
import type { Project } from './project.ts'
import { checked } from './restore.ts'

/**
 * Puts a copy into a hosted project: all of it into one that only has the migrations, when its database is known; otherwise the files that are not
 * there or differ.
 * @param file the name of the copy in sentences.
 * @returns what was put there, in words.
 * @throws a sentence when the copy is broken, or when the project cannot take it.
 */
export async function restoreIntoProject(
  file: string,
  parts: () => AsyncIterable<Part>,
  project: Project,
): Promise<{ what: string }> {
  const { databaseUrl } = project
  const copy = await checked(file, parts())
  if (databaseUrl === null || holdsFilesOnly(copy)) {
    return { what: `${await putFilesBack(parts(), project)} files` }
  }
  const { about, total } = await move(parts, projectDestination({ ...project, databaseUrl }, file))
  const rows = Object.values(total.tables).reduce((sum, table) => sum + table.rows, 0)
  return { what: `${rows} rows of ${about.tables.length} tables and ${total.files.count} files` }
}
