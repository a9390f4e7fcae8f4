import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { LONGEST_SEARCH } from '../shell/longest-search.ts'

/** Returns completions of the last word, as whole searches. Empty if they cannot be read, because they are optional. */
export async function suggestionsFor(client: Client, values: string): Promise<string[]> {
  if (values.length > LONGEST_SEARCH || !/[a-z]{3}$/i.test(values)) {
    return []
  }
  return publicCache
    .get(`search:suggestions:${values.toLowerCase()}`, async () => {
      const { data } = await client.rpc('suggest', { typed: values }).throwOnError()
      return data
    })
    .catch(orLog('Could not read suggestions', []))
}
