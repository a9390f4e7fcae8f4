import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/platform/process/backend.server.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { LONGEST_SEARCH } from '../shell/longest-search.ts'

/** What the word that is typed last may become, as whole searches. None when they cannot be read: nobody needs them. */
export async function suggestionsFor(client: Client, values: string): Promise<string[]> {
  if (values.length > LONGEST_SEARCH || !/[a-z]{3}$/i.test(values)) {
    return []
  }
  return publicCache
    .get(`search:suggestions:${values.toLowerCase()}`, async () => {
      const { data } = await client.rpc('suggest', { typed: values }).throwOnError()
      return data
    })
    .catch(orLog('Suggestions could not be read', []))
}
