import { lockDataDirectory, lockHolder, requireUsedDirectory } from '#server/backend/data-directory-lock.ts'
import type { BackendFetch } from '#server/backend/gateway.ts'
import { backendKeys } from '#server/backend/keys.ts'
import { throughControlSocket } from '#server/backend/control-socket.ts'
import { EMBEDDED_ORIGIN, startBackend } from '#server/backend/start.ts'
import type { Environment } from '#server/environment.ts'

/** A connection to a backend with the secret key. Call `leave` in the end. */
export type Reached = {
  kind: 'embedded' | 'hosted'
  url: string
  publishableKey: string
  secretKey: string
  fetch: BackendFetch
  leave(): Promise<void>
}

/**
 * Connects to the configured backend: over HTTP, through the control socket of a running site, or by opening the data
 * directory.
 * @param reason the reason why a hosted project's secret key is needed, for the error message.
 */
export async function reachBackend(env: Environment, reason: string): Promise<Reached> {
  if (env.backend.kind === 'hosted') {
    const { url, publishableKey, secretKey } = env.backend
    if (!secretKey) {
      throw new Error(`SUPABASE_SECRET_KEY is needed ${reason} on a hosted backend`)
    }
    return { kind: 'hosted', url, publishableKey, secretKey, fetch: globalThis.fetch, leave: async () => {} }
  }
  requireUsedDirectory(env.dataDirectory)
  if (lockHolder(env.dataDirectory)) {
    const door = throughControlSocket(env.dataDirectory)
    if (!door) {
      throw new Error('Lamplight is running but its door is not open yet. Try again in a moment.')
    }
    const { publishable_key, secret_key } = backendKeys(env)
    const url = EMBEDDED_ORIGIN
    return { kind: 'embedded', url, publishableKey: publishable_key, secretKey: secret_key, fetch: door, leave: async () => {} }
  }
  const unlock = lockDataDirectory(env.dataDirectory)
  try {
    const backend = await startBackend(env, { mailer: { send: async () => {} } })
    return {
      kind: 'embedded',
      url: backend.url,
      publishableKey: backend.keys.publishable_key,
      secretKey: backend.keys.secret_key,
      fetch: backend.fetch,
      async leave() {
        await backend.stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
