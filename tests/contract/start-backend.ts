/*
 * Chooses the backend of the contract suite. CONTRACT_URL, CONTRACT_PUBLISHABLE_KEY and CONTRACT_SECRET_KEY name one (a
 * hosted project, say). Otherwise each worker has an embedded backend in its own process, which ends with the suite.
 * With CONTRACT_DATABASE_URL there is one backend, on that PostgreSQL, which should be empty.
 */
import type { TestProject } from 'vitest/node'
import { launchBackend } from './backend-process.ts'

export type BackendUnderTest = {
  url: string
  publishableKey: string
  secretKey: string
  /** The internals of an embedded backend; null for a hosted project. */
  embedded: { dataDirectory: string; pid: number; output: string; jwtSecret: string } | null
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Indexed by the number of the worker, from 0; a single one when the environment names it. */
    backends: BackendUnderTest[]
  }
}

export default async function startBackends(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { CONTRACT_URL: url, CONTRACT_PUBLISHABLE_KEY: publishableKey, CONTRACT_SECRET_KEY: secretKey } = process.env
  if (url && publishableKey && secretKey) {
    project.provide('backends', [{ url, publishableKey, secretKey, embedded: null }])
    return undefined
  }
  const databaseUrl = process.env.CONTRACT_DATABASE_URL
  // The first creates the data directory that the others copy.
  const first = await launchBackend({ databaseUrl })
  const others = Array.from({ length: project.config.maxWorkers - 1 }, () => launchBackend({ databaseUrl }))
  const launched = [first, ...(await Promise.all(others))]
  project.provide(
    'backends',
    launched.map(({ keys, dataDirectory, pid, output, ...backend }) => ({
      url: backend.url,
      publishableKey: keys.publishable_key,
      secretKey: keys.secret_key,
      embedded: { dataDirectory, pid, output, jwtSecret: keys.jwt_secret },
    })),
  )
  return async () => {
    await Promise.all(launched.map(({ stop }) => stop()))
  }
}
