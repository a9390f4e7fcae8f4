import type { Client } from '#app/platform/process/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'

/** A service in the list. */
export type ServiceCard = {
  id: string
  service_name: string
  service_type: string
  /** Naira as typed, possibly with commas; startingPrice() parses it. */
  base_price: string | null
  rating: number
  turnover_time: string | null
  contact_link: string | null
  is_sample: boolean
}

/**
 * Returns all published services by name (SPEC 7).
 * @throws if the backend failed; the page then shows the empty sentence with 'Try again'.
 */
export function findServices(client: Client): Promise<ServiceCard[]> {
  return publicCache.get('services', async () => {
    const { data } = await client
      .from('writing_services')
      .select('id, service_name, service_type, base_price, rating, turnover_time, contact_link, is_sample')
      .not('published_at', 'is', null)
      .order('service_name')
      .order('id')
      .throwOnError()
    return data
  })
}

/** A service on its page. */
export type Service = ServiceCard & {
  service_description: string | null
  /** Comma-separated, like the specializations. */
  benefits: string | null
  specializations: string | null
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
    const { data } = await client
      .from('writing_services')
      .select(
        'id, service_name, service_type, service_description, benefits, specializations, base_price, rating, turnover_time, contact_link, is_sample',
      )
      .not('published_at', 'is', null)
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    return data
  })
}
