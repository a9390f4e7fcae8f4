import { log } from '#app/platform/log/log.server.ts'
import { isUnavailable, logFailure } from '#app/platform/log/failures.server.ts'
import type { SiteBackend } from './site-backend.ts'

const PATIENCE_MS = 3000

/** A fault between the site and the backend. `how` is a sentence that names the variable to check. */
export type Fault = { kind: 'away' | 'publishable key' | 'secret key'; how: string }

/**
 * Tests each key with a read that only this key may do. An unreachable backend reveals nothing about its keys.
 * @returns the faults, the one that stops every page first; empty when all is well. It never throws.
 */
export async function getFaults(backend: SiteBackend): Promise<Fault[]> {
  const { kind, publishableKey, secretKey } = backend
  // The embedded backend creates its keys itself, in this process.
  const isSecretTried = kind === 'hosted' && secretKey !== null
  const [page, work] = await Promise.all([
    read(backend, 'settings?select=group_name', publishableKey),
    isSecretTried ? read(backend, 'audit_log?select=id', secretKey) : 'ok',
  ])
  if (page === 'refused') {
    return [{ kind: 'publishable key', how: 'The backend refuses SUPABASE_PUBLISHABLE_KEY' }]
  }
  if (page !== 'ok') {
    return [{ kind: 'away', how: page }]
  }
  return work === 'refused' ? [{ kind: 'secret key', how: 'The backend refuses SUPABASE_SECRET_KEY' }] : []
}

/**
 * Tests whether the backend allows this read with the key: `ok`, `refused`, or a sentence that says how it responded
 * instead.
 */
async function read({ url, fetch }: SiteBackend, what: string, key: string): Promise<string> {
  try {
    const response = await fetch(`${url}/rest/v1/${what}&limit=1`, {
      headers: { apikey: key },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.body?.cancel()
    // A 403, or a 401 for a visitor's key, means that the key is valid but for less, so it is set in the wrong
    // variable.
    if (response.status === 401 || response.status === 403) {
      return 'refused'
    }
    return response.ok ? 'ok' : `The backend answers ${response.status}`
  } catch (error) {
    if (!isUnavailable(error)) {
      logFailure('Could not reach the backend to test its keys', error)
    }
    return 'The backend does not answer'
  }
}

/**
 * Tests the keys of a hosted project at the start. An unreachable project may come back, and without the secret key
 * pages are still served; both cases are logged.
 * @throws {Error} a sentence that names SUPABASE_PUBLISHABLE_KEY when the project rejects it, because then no page
 * can show anything.
 */
export async function checkKeysAtStart(backend: SiteBackend): Promise<void> {
  for (const { kind, how } of await getFaults(backend)) {
    if (kind === 'publishable key') {
      throw new Error(`${how}. Copy the publishable key (or the anon key) of the project at ${backend.url}, and start again.`)
    }
    log.warn(
      { event: 'backend.key_rejected', kind },
      kind === 'away'
        ? `${how} at SUPABASE_URL (${backend.url}). Pages say so until it does. Is the address right, the project awake, and were its migrations pushed?`
        : `${how}: no mail of the outbox is sent, and no background work is done. Copy a secret key (or the service_role key) of the project at ${backend.url}, and start again.`,
    )
  }
}
