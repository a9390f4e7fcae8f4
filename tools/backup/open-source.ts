import path from 'node:path'
import { lockDataDirectory, lockHolder, requireUsedDirectory } from '#server/backend/data-directory-lock.ts'
import { requestCopy } from '#server/backend/control-socket.ts'
import type { Environment } from '#server/environment.ts'
import { openDirectory, openEmbedded, openPostgres } from './session.ts'
import type { Part } from './parts.ts'
import { openProject } from './project-source.ts'
import { getProject } from './project.ts'
import { getParts, type Source } from './source.ts'

/** A backend of any kind that is open for reading. `parts` reads it from its beginning on each call. */
export type OpenBackend = { parts(): AsyncIterable<Part>; leave(): Promise<void> }

/** Opens the configured backend for reading. It may be a hosted project. @throws an error when it cannot be read. */
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

/** A source, and a function that closes it. */
export type OpenSource = Source & { leave(): Promise<void> }

/**
 * Opens an embedded backend or a self-managed PostgreSQL for reading. If the site runs on it, the site creates a
 * snapshot for us.
 * @throws an error when it cannot be read.
 */
export async function openSource(env: Pick<Environment, 'backend' | 'dataDirectory'>): Promise<OpenSource> {
  const { backend, dataDirectory } = env
  if (backend.kind === 'hosted') {
    throw new Error('A hosted project is not read out of a data directory')
  }
  requireUsedDirectory(dataDirectory)
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
  const copy = await requestCopy(dataDirectory)
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
