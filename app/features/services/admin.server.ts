import { type ListAddress, type Page, readPage } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { filterPart, filterByWords } from '../console/lists.server.ts'
import { publishing, type RecordAdmin, getState } from '../console/record-action.server.ts'
import { serviceForm, type ServiceForm } from './schema.ts'

/** A service in the admin list. */
export type ServiceLine = {
  id: string
  service_name: string
  service_type: string
  base_price: string | null
  published_at: string | null
  deleted_at: string | null
  updated_at: string
}

/** Returns a page of services, last changed first. Throws if the backend failed. */
export async function listServices(admin: CurrentUser, address: ListAddress): Promise<Page<ServiceLine>> {
  const query = admin.client
    .from('writing_services')
    .select('id, service_name, service_type, base_price, published_at, deleted_at, updated_at')
  return readPage<ServiceLine>(filterByWords(filterPart(query, address), 'service_name', address), address, {
    column: 'updated_at',
    ascending: false,
  })
}

/** The admin section of the services. */
export const serviceAdmin: RecordAdmin<'writing_services', ServiceForm> = {
  table: 'writing_services',
  path: '/admin/catalogue/services',
  noun: 'service',
  schema: serviceForm,
  labels: {
    service_name: 'Name',
    service_type: 'Kind',
    service_description: 'Description',
    benefits: 'Benefits',
    specializations: 'Specializations',
    base_price: 'Starting price',
    turnover_time: 'Time',
    rating: 'Rating',
    contact_link: 'Contact link',
    is_sample: 'Sample',
  },
  row: (values) => values,
  show: publishing,
  cacheKeys: ['services', 'service:', 'sitemap', 'search:'],
  async read(admin, id) {
    const { data } = await admin.client
      .from('writing_services')
      .select(
        'service_name, service_type, service_description, benefits, specializations, base_price, turnover_time, rating, contact_link, is_sample, published_at, deleted_at, updated_at',
      )
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!data) {
      return null
    }
    const { published_at, deleted_at, updated_at, rating, is_sample, ...texts } = data
    return {
      fields: {
        ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ''])),
        rating: rating === 0 ? '' : String(rating),
        is_sample: is_sample ? 'on' : '',
      },
      ...getState({ published_at, deleted_at, updated_at }),
    }
  },
}
