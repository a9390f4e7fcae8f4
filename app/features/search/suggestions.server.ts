import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/platform/process/backend.server.ts'
import { noted } from '#app/platform/process/failures.server.ts'
import { LONGEST_SEARCH } from '../shell/longest-search.ts'

/** What the word that is typed last may become, as whole searches. None when they cannot be read: nobody needs them. */
export async function suggestionsFor(client: Client, typed: string): Promise<string[]> {
  if (typed.length > LONGEST_SEARCH || !/[a-z]{3}$/i.test(typed)) {
    return []
  }
  return publicCache
    .get(`search:suggestions:${typed.toLowerCase()}`, async () => {
      const { data } = await client.rpc('suggest', { typed }).throwOnError()
      return data
    })
    .catch(noted('Suggestions could not be read', []))
}
