import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/process/database.types.ts'
import type { SiteBackend } from '../site-backend.ts'

export type ServiceClient = SupabaseClient<Database>

/** A client with the secret key, for background work; null without the key. */
export function serviceClient({ url, secretKey, fetch }: SiteBackend): ServiceClient | null {
  if (!secretKey) {
    return null
  }
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // What failed is tried again in the next round.
    db: { retry: false },
    global: { fetch },
  })
}
