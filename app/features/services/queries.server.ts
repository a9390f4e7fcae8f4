import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { getColumns, type RowOf } from '../console/field-map.ts'
import { serviceFields } from './fields.ts'

/** A published service. */
export type Service = RowOf<'writing_services', typeof serviceFields>

const published = (client: Client) =>
  client.from('writing_services').select(getColumns(serviceFields)).not('published_at', 'is', null)

/**
 * Returns all published services by name (SPEC 7).
 * @throws if the backend failed; the page then shows the empty sentence with 'Try again'.
 */
export function findServices(client: Client): Promise<Service[]> {
  return publicCache.get('services', async () => {
    const { data } = await published(client)
      .order('service_name')
      .order('id')
      .overrideTypes<Service[], { merge: false }>()
      .throwOnError()
    return data
  })
}

/**
 * Returns a published service by its id. Null if it does not exist, or the key is not an id.
 * @throws if the backend failed.
 */
export async function findService(client: Client, id: string): Promise<Service | null> {
  if (!looksLikeUuid(id)) {
    return null
  }
  return publicCache.get(`service:${id.toLowerCase()}`, async () => {
    const { data } = await published(client).eq('id', id).maybeSingle().overrideTypes<Service, { merge: false }>().throwOnError()
    return data
  })
}
