import { createClient } from '@supabase/supabase-js'
import type { Database } from '#app/services/database.ts'

/** Returns a client of a backend over HTTP. */
export function getClient(url: string, key: string) {
  return createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } })
}
