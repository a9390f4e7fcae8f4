import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#app/services/database.ts'

/** A client with the secret key, which bypasses row security. */
export type ServiceClient = SupabaseClient<Database>

type Reached = { url: string; secretKey: string; fetch: typeof globalThis.fetch }
/** A backend whose secret key may not be configured. */
type MaybeReached = Omit<Reached, 'secretKey'> & { secretKey: string | null }

/**
 * Creates a client with the secret key.
 * @param repeats whether supabase-js repeats a failed read for some seconds. Background work retries in its next
 * round instead.
 */
export function clientWithSecretKey({ url, secretKey, fetch }: Reached, { repeats }: { repeats: boolean }): ServiceClient {
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    db: { retry: repeats },
    global: { fetch },
  })
}

/** Returns the client of background work, or null without the secret key. */
export function serviceClient({ url, secretKey, fetch }: MaybeReached): ServiceClient | null {
  return secretKey ? clientWithSecretKey({ url, secretKey, fetch }, { repeats: false }) : null
}
