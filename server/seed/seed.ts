import type { EmbeddedBackend } from '../backend/start.ts'
import type { Environment } from '../environment.ts'
import { clientWithSecretKey, type ServiceClient } from '../service-client.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { hasDemoAccounts, makeDemoAccounts } from './demo-accounts.ts'
import { storeUploadYear } from './upload-year.ts'

type SeedEnvironment = Pick<
  Environment,
  'seed' | 'dataDirectory' | 'demoPassword' | 'backend' | 'smtpUrl' | 'siteUrl' | 'paystack'
>

/**
 * Fills an embedded backend on its first start according to SEED: with products and texts, outlines, demo accounts
 * and the demo student's history of sales.
 */
export async function seedOnce(backend: EmbeddedBackend, env: SeedEnvironment): Promise<void> {
  if (env.seed === 'none') {
    return
  }
  const { url, keys, fetch } = backend
  const client = clientWithSecretKey({ url, secretKey: keys.secret_key, fetch }, { repeats: true })
  await loadOnce(client, async () => {
    const loaded = await loadContent(client, env)
    if (env.seed !== 'content' && !(await hasDemoAccounts(backend.database))) {
      const accounts = await makeDemoAccounts(backend.database, env)
      if (env.seed === 'demo' && env.backend.kind === 'embedded') {
        // Imported here, because only the first start of a demo needs it.
        const { createDemoHistory } = await import('./demo-history/demo-history.ts')
        await createDemoHistory(backend, client, env, accounts)
      }
    }
    return loaded
  })
}

/** Fills a hosted backend according to SEED. It never creates accounts there. */
export async function seedHosted(backend: SiteBackend, env: SeedEnvironment): Promise<void> {
  if (env.seed === 'none') {
    return
  }
  if (!backend.secretKey) {
    throw new Error(`SEED=${env.seed} needs SUPABASE_SECRET_KEY to write the content`)
  }
  const { url, secretKey } = backend
  // The client has no time limit like backend.fetch, because the content is large.
  const client = clientWithSecretKey({ url, secretKey, fetch: globalThis.fetch }, { repeats: true })
  await loadOnce(client, () => loadContent(client, env))
}

/** How many records of each kind were loaded. */
type LoadedCounts = Record<string, number>

async function loadContent(client: ServiceClient, env: SeedEnvironment): Promise<LoadedCounts> {
  // The import is here, because most starts load nothing.
  const { loadSampleContent } = await import('./sample-content.ts')
  const { loadProducts } = await import('./products.ts')
  const loaded = await loadSampleContent(client, outlinesIn(env))
  if (env.seed === 'outlines') {
    return loaded
  }
  await storeUploadYear(client, new Date())
  return { ...loaded, products: await loadProducts(client) }
}

function outlinesIn({ seed }: Pick<SeedEnvironment, 'seed'>): 'free' | 'as samples' | 'none' {
  return seed === 'demo' ? 'free' : seed === 'outlines' ? 'as samples' : 'none'
}

/**
 * Loads the content once and logs it in the audit log, so that a record that an admin deleted does not come back with
 * the next start. A failed load is not logged and runs again; existing rows are not changed.
 */
async function loadOnce(client: ServiceClient, load: () => Promise<LoadedCounts>): Promise<void> {
  const earlier = await client.from('audit_log').select('id').eq('action', 'sample_content.loaded').limit(1)
  if (earlier.error) {
    throw new Error(`Could not check for an earlier load of the sample content: ${earlier.error.message}`)
  }
  if (earlier.data.length > 0) {
    return
  }
  const { error } = await client.rpc('record_sample_content', { loaded: await load() })
  if (error) {
    throw new Error(`Could not log that the content was loaded: ${error.message}`)
  }
}
