/*
 * Chooses the backend of the contract suite. With CONTRACT_URL, CONTRACT_PUBLISHABLE_KEY and CONTRACT_SECRET_KEY: that one (a hosted
 * project, say). Otherwise the embedded backend, in a process of its own that ends with the suite; with CONTRACT_DATABASE_URL it uses that
 * PostgreSQL, which should be empty.
 */
import type { TestProject } from 'vitest/node'
import { launchBackend } from './backend-process.ts'

export type BackendUnderTest = {
  url: string
  publishableKey: string
  secretKey: string
  /** The backend's internals when it is the embedded one; null for a hosted project. */
  embedded: { dataDirectory: string; pid: number; output: string; jwtSecret: string; onPglite: boolean } | null
}

declare module 'vitest' {
  export interface ProvidedContext {
    backend: BackendUnderTest
  }
}

export default async function startBackend(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { CONTRACT_URL: url, CONTRACT_PUBLISHABLE_KEY: publishableKey, CONTRACT_SECRET_KEY: secretKey } = process.env
  if (url && publishableKey && secretKey) {
    project.provide('backend', { url, publishableKey, secretKey, embedded: null })
    return undefined
  }
  const databaseUrl = process.env.CONTRACT_DATABASE_URL
  const { keys, stop, ...backend } = await launchBackend(databaseUrl)
  project.provide('backend', {
    url: backend.url,
    publishableKey: keys.publishable_key,
    secretKey: keys.secret_key,
    embedded: {
      dataDirectory: backend.dataDirectory,
      pid: backend.pid,
      output: backend.output,
      jwtSecret: keys.jwt_secret,
      onPglite: !databaseUrl,
    },
  })
  return stop
}
