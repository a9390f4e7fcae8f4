import fs from 'node:fs'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/database.types.ts'
import type { EmbeddedBackend } from '../backend/start.ts'
import type { Environment } from '../environment.ts'
import type { SiteBackend } from '../site-backend.ts'
import { makeDemoAccounts } from './demo-accounts.ts'
import { loadSampleContent } from './sample-content.ts'

/**
 * Fills an embedded backend on its first start: sample content and the demo accounts. A file in the data directory remembers each, so
 * that what an operator deleted stays deleted.
 * @returns whether anything was made now.
 */
export async function seedOnce(
  backend: EmbeddedBackend,
  env: Pick<Environment, 'dataDirectory' | 'demoPassword'>,
): Promise<boolean> {
  const remembered = path.join(env.dataDirectory, 'seeded')
  if (fs.existsSync(remembered)) {
    return false
  }
  await loadSampleContent(
    createClient<Database>(backend.url, backend.keys.secret_key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: backend.fetch },
    }),
  )
  if (!fs.existsSync(path.join(env.dataDirectory, 'demo-accounts.json'))) {
    await makeDemoAccounts(backend.database, env)
  }
  fs.writeFileSync(remembered, `${new Date().toISOString()}\n`)
  return true
}

/** Adds the sample content to a hosted backend, because SEED=sample asked for it. No accounts are ever made there. */
export async function seedHosted(backend: SiteBackend): Promise<void> {
  if (!backend.secretKey) {
    throw new Error('SEED=sample needs SUPABASE_SECRET_KEY to write the sample content')
  }
  await loadSampleContent(
    createClient<Database>(backend.url, backend.secretKey, { auth: { persistSession: false, autoRefreshToken: false } }),
  )
}
