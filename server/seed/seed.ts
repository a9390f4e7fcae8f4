import fs from 'node:fs'
import path from 'node:path'
import type { EmbeddedBackend } from '../backend/start.ts'
import type { Environment } from '../environment.ts'
import { clientWithSecretKey, type ServiceClient } from '../service-client.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { makeDemoAccounts } from './demo-accounts.ts'
import { makeSampleMoney } from './sample-money.ts'
import { sellThirdOfSample } from './sold-here.ts'

/**
 * Fills an embedded backend on its first start: the sample content, the demo accounts, and with SEED=sample their history of sales. `sellsHere`: whether a third of the sample materials is sold here.
 */
export async function seedOnce(
  backend: EmbeddedBackend,
  env: Pick<Environment, 'dataDirectory' | 'demoPassword'> & Partial<Pick<Environment, 'sampleMoney'>>,
  sellsHere = false,
): Promise<void> {
  const { url, keys, fetch } = backend
  const client = clientWithSecretKey({ url, secretKey: keys.secret_key, fetch }, { repeats: true })
  await onceInItsLife(client, async () => {
    const loaded = await loadSample(client, sellsHere)
    if (!fs.existsSync(path.join(env.dataDirectory, 'demo-accounts.json'))) {
      const { student } = await makeDemoAccounts(backend.database, env)
      if (env.sampleMoney) {
        await makeSampleMoney(backend.database, student.email)
      }
    }
    return loaded
  })
}

/** Adds the sample content to a hosted backend when SEED=sample. It never makes accounts there. `sellsHere`: as above. */
export async function seedHosted(backend: SiteBackend, sellsHere: boolean): Promise<void> {
  if (!backend.secretKey) {
    throw new Error('SEED=sample needs SUPABASE_SECRET_KEY to write the sample content')
  }
  const { url, secretKey } = backend
  // Without the time limit of backend.fetch, because the sample content is large.
  const client = clientWithSecretKey({ url, secretKey, fetch: globalThis.fetch }, { repeats: true })
  await onceInItsLife(client, () => loadSample(client, sellsHere))
}

/** How many rows of each kind the sample content has. */
type SampleCounts = Record<string, number>

async function loadSample(client: ServiceClient, sellsHere: boolean): Promise<SampleCounts> {
  // Imported here, because most starts do not read the sample content.
  const { loadSampleContent } = await import('./sample-content.ts')
  const loaded = await loadSampleContent(client)
  if (sellsHere) {
    await sellThirdOfSample(client)
  }
  return loaded
}

/**
 * Loads the sample content once and notes it in the backend's audit log, so that a sample which an operator deleted does not come back with
 * the next start. A load that failed is not noted and runs again; existing rows are not changed.
 */
async function onceInItsLife(client: ServiceClient, load: () => Promise<SampleCounts>): Promise<void> {
  const noted = await client.from('audit_log').select('id').eq('action', 'sample_content.loaded').limit(1)
  if (noted.error) {
    throw new Error(`Whether the sample content was loaded before could not be read: ${noted.error.message}`)
  }
  if (noted.data.length > 0) {
    return
  }
  const { error } = await client.rpc('note_sample_content', { loaded: await load() })
  if (error) {
    throw new Error(`The sample content was loaded, but that could not be noted: ${error.message}`)
  }
}
