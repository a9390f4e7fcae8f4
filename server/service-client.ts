import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#app/platform/process/database.ts'

/** A client with the secret key, which row security does not hold back. */
export type ServiceClient = SupabaseClient<Database>

type Reached = { url: string; secretKey: string; fetch: typeof globalThis.fetch }
/** A backend whose secret key may not be configured. */
type MaybeReached = Omit<Reached, 'secretKey'> & { secretKey: string | null }

/**
 * Makes a client with the secret key.
 * @param repeats whether supabase-js repeats a failed read for some seconds; background work does not want it, because its next round
 * tries again.
 */
export function clientWithSecretKey({ url, secretKey, fetch }: Reached, { repeats }: { repeats: boolean }): ServiceClient {
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    db: { retry: repeats },
    global: { fetch },
  })
}

/** The client of background work; null without the secret key. */
export function serviceClient({ url, secretKey, fetch }: MaybeReached): ServiceClient | null {
  return secretKey ? clientWithSecretKey({ url, secretKey, fetch }, { repeats: false }) : null
}
