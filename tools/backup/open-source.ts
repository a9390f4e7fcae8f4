import path from 'node:path'
import { lockDataDirectory, lockHolder } from '#server/backend/data-directory-lock.ts'
import { askForCopy } from '#server/backend/control-socket.ts'
import type { Environment } from '#server/environment.ts'
import { openDirectory, openEmbedded, openPostgres } from './session.ts'
import type { Part } from './parts.ts'
import { openProject } from './project-source.ts'
import { getProject } from './project.ts'
import { getParts, type Source } from './source.ts'

/** A backend that is open for reading, of whatever kind. `parts` reads it from its beginning, each time it is called. */
export type OpenBackend = { parts(): AsyncIterable<Part>; leave(): Promise<void> }

/** Opens the backend of the environment for reading, a hosted project among them. @throws a sentence, when it cannot be read now. */
export async function openBackend(
  env: Pick<Environment, 'backend' | 'dataDirectory'>,
  variables: NodeJS.ProcessEnv,
): Promise<OpenBackend> {
  if (env.backend.kind === 'hosted') {
    return openProject(getProject(env.backend, variables))
  }
  const source = await openSource(env)
  return { parts: () => getParts(source), leave: () => source.leave() }
}

/** A source, and what ends reading from it. */
export type OpenSource = Source & { leave(): Promise<void> }

/**
 * Opens an embedded backend or a PostgreSQL of one's own for reading, while a Lamplight runs on it (it makes a copy for us) or while none does.
 * @throws a sentence, when it cannot be read now.
 */
export async function openSource(env: Pick<Environment, 'backend' | 'dataDirectory'>): Promise<OpenSource> {
  const { backend, dataDirectory } = env
  if (backend.kind === 'hosted') {
    throw new Error('A hosted project is not read out of a data directory')
  }
  const objects = path.join(dataDirectory, 'objects')
  if (!lockHolder(dataDirectory)) {
    const unlock = lockDataDirectory(dataDirectory)
    try {
      const session = backend.kind === 'postgres' ? await openPostgres(backend.databaseUrl) : await openEmbedded(dataDirectory)
      return {
        session,
        files: [objects],
        dataDirectory,
        async leave() {
          await session.close()
          unlock()
        },
      }
    } catch (error) {
      unlock()
      throw error
    }
  }
  const copy = await askForCopy(dataDirectory)
  if (!copy) {
    throw new Error('Lamplight is running but its door is not open yet. Try again in a moment.')
  }
  try {
    const session =
      copy.database === null && backend.kind === 'postgres'
        ? await openPostgres(backend.databaseUrl)
        : await openDirectory(copy.database ?? '')
    return {
      session,
      files: [objects, copy.aside],
      dataDirectory,
      async leave() {
        await session.close()
        copy.leave()
      },
    }
  } catch (error) {
    copy.leave()
    throw error
  }
}
